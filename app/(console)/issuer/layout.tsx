import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SecondFactorGate } from "#components/accounts/second-factor-gate.tsx";
import { StepUp } from "#components/accounts/step-up.tsx";
import { UnconfirmedEmail } from "#components/accounts/unconfirmed-email.tsx";
import { IssuerShell } from "#components/console/console-shell.tsx";

export const metadata: Metadata = {
  title: { default: "Issuer console", template: "%s · Sealslip" },
  robots: { index: false },
};

export default function IssuerLayout({ children }: { children: ReactNode }) {
  return (
    <IssuerShell>
      <StepUp>
        <SecondFactorGate>
          <UnconfirmedEmail />
          {children}
        </SecondFactorGate>
      </StepUp>
    </IssuerShell>
  );
}
