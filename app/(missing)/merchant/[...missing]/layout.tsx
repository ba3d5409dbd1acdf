import type { Metadata } from "next";
import type { ReactNode } from "react";
import { MerchantShell } from "#components/console/console-shell.tsx";
import { MissingPage } from "#components/console/missing-page.tsx";

export const metadata: Metadata = { title: "Not found", robots: { index: false } };

/**
 * The console's frame around a missing page. The page is beside it: inside, it would wait for the session,
 * and the status would be 200.
 */
export default function MissingLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <MerchantShell>
        <MissingPage />
      </MerchantShell>
      {children}
    </>
  );
}
