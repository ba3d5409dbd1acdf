import type { Metadata } from "next";
import { SettingsPage } from "#components/organizations/settings-page.tsx";

export const metadata: Metadata = { title: "Settings" };

export default function IssuerSettingsPage() {
  return <SettingsPage />;
}
