import type { Metadata } from "next";
import { ConfirmSignUp } from "#components/accounts/confirm-sign-up.tsx";

export const metadata: Metadata = { title: "Choose a password", robots: { index: false } };

export default function ConfirmPage() {
  return <ConfirmSignUp />;
}
