import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { QueryProvider } from "#components/ui/query-provider.tsx";
import { siteDescription, themeColors } from "#components/ui/site-metadata.ts";
import { parseTheme, THEME_COOKIE } from "#lib/core/theme.ts";
import { readPageLanguage } from "./page-language.ts";

// A page rendered at build time could not carry the nonce of its response.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Sealslip", template: "%s · Sealslip" },
  description: siteDescription,
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: themeColors,
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html
      lang={await readPageLanguage()}
      data-theme={theme === "system" ? undefined : theme}
      // Theme and language are changed on the document itself, without rendering the page again.
      suppressHydrationWarning
    >
      <body>
        <QueryProvider>{children}</QueryProvider>
      </body>
    </html>
  );
}
