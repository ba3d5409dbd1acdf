import type { Metadata } from "next";
import { SignUp } from "#components/accounts/sign-up.tsx";

export const metadata: Metadata = { title: "Make an account" };

export default function SignUpPage() {
  return <SignUp />;
}
