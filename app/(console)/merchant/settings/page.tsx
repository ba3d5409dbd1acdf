import type { Metadata } from "next";
import { SigningKeyPanel } from "#components/api-keys/signing-key-panel.tsx";
import { RefundLimitsPanel } from "#components/organizations/refund-limits-panel.tsx";
import { SettingsPage } from "#components/organizations/settings-page.tsx";
import { ShopNamesPanel } from "#components/payments/shop-names-panel.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function MerchantSettingsPage() {
  return (
    <SettingsPage>
      <RefundLimitsPanel />
      <ShopNamesPanel />
      <SigningKeyPanel />
    </SettingsPage>
  );
}
