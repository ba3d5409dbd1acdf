import type { Metadata } from "next";
import { OwnAccountPage } from "#components/accounts/own-account-page.tsx";

export const metadata: Metadata = { title: "Your account" };

export default function MerchantAccountPage() {
  return <OwnAccountPage />;
}
