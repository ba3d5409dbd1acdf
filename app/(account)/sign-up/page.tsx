import type { Metadata } from "next";
import { SignUp } from "#components/accounts/sign-up.tsx";

export const metadata: Metadata = { title: "Create an account" };

export default function SignUpPage() {
  return <SignUp />;
}
