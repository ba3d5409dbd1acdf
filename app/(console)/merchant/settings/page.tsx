import type { Metadata } from "next";
import { SettingsPage } from "#components/organizations/settings-page.tsx";
import { MerchantPanels } from "#components/payments/merchant-panels.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function MerchantSettingsPage() {
  return (
    <SettingsPage>
      <MerchantPanels />
    </SettingsPage>
  );
}
