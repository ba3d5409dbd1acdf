import type { Metadata } from "next";
import { ConfirmEmail } from "#components/accounts/confirm-email.tsx";

export const metadata: Metadata = { title: "Confirm your email address", robots: { index: false } };

export default function ConfirmEmailPage() {
  return <ConfirmEmail />;
}
