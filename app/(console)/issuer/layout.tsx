import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SecondFactorGate } from "#components/accounts/second-factor-gate.tsx";
import { StepUp } from "#components/accounts/step-up.tsx";
import { IssuerShell } from "#components/console/console-shell.tsx";

export const metadata: Metadata = {
  title: { default: "Issuer console", template: "%s · Sealslip" },
  robots: { index: false },
};

export default function IssuerLayout({ children }: { children: ReactNode }) {
  return (
    <IssuerShell>
      <SecondFactorGate>{children}</SecondFactorGate>
      <StepUp />
    </IssuerShell>
  );
}
