import type { Metadata } from "next";
import { ResetPassword } from "#components/accounts/reset-password.tsx";

export const metadata: Metadata = { title: "Choose a new password", robots: { index: false } };

export default function ResetPasswordPage() {
  return <ResetPassword />;
}
