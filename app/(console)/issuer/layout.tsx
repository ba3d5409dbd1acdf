import type { Metadata } from "next";
import type { ReactNode } from "react";
import { IssuerShell } from "#components/console/console-shell.tsx";

export const metadata: Metadata = {
  title: { default: "Issuer console", template: "%s · Sealslip" },
  robots: { index: false },
};

export default function IssuerLayout({ children }: { children: ReactNode }) {
  return <IssuerShell>{children}</IssuerShell>;
}
