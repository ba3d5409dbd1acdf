import type { Metadata } from "next";
import { SigningKeyPanel } from "#components/api-keys/signing-key-panel.tsx";
import { SettingsPage } from "#components/organizations/settings-page.tsx";
import { RefundPanels } from "#components/payments/refund-panels.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function MerchantSettingsPage() {
  return (
    <SettingsPage>
      <RefundPanels />
      <SigningKeyPanel />
    </SettingsPage>
  );
}
