import type { Metadata } from "next";
import { SignIn } from "#components/accounts/sign-in.tsx";

export const metadata: Metadata = { title: "Sign in" };

export default function SignInPage() {
  return <SignIn />;
}
