import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SecondFactorGate } from "#components/accounts/second-factor-gate.tsx";
import { StepUp } from "#components/accounts/step-up.tsx";
import { UnconfirmedEmail } from "#components/accounts/unconfirmed-email.tsx";
import { MerchantShell } from "#components/console/console-shell.tsx";

export const metadata: Metadata = {
  title: { default: "Merchant console", template: "%s · Sealslip" },
  robots: { index: false },
};

export default function MerchantLayout({ children }: { children: ReactNode }) {
  return (
    <MerchantShell>
      <StepUp>
        <SecondFactorGate>
          <UnconfirmedEmail />
          {children}
        </SecondFactorGate>
      </StepUp>
    </MerchantShell>
  );
}
