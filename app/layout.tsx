import "./globals.css";
import type { Metadata, Viewport } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { QueryProvider } from "#components/ui/query-provider.tsx";
import { parseTheme, THEME_COOKIE } from "#lib/core/theme.ts";

// A page rendered at build time could not carry the nonce of its response.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Sealslip", template: "%s · Sealslip" },
  description:
    "Digital receipts that only the cardholder can read: sealed to the cardholder’s key at the point of sale, opened on the cardholder’s device.",
};

export const viewport: Viewport = {
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f4f1ea" },
    { media: "(prefers-color-scheme: dark)", color: "#161411" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  return (
    <html
      lang="en"
      data-theme={theme === "system" ? undefined : theme}
      // The theme is changed on the document itself, without rendering the page again.
      suppressHydrationWarning
    >
      <body>
        <QueryProvider>{children}</QueryProvider>
      </body>
    </html>
  );
}
