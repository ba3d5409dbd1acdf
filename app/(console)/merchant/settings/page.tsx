import type { Metadata } from "next";
import { SettingsPage } from "#components/settings/settings-page.tsx";
import { SigningKeyPanel } from "#components/settings/signing-key-panel.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function MerchantSettingsPage() {
  return (
    <SettingsPage>
      <SigningKeyPanel />
    </SettingsPage>
  );
}
