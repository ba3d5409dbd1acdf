import type { Metadata } from "next";
import { SignIn } from "#components/account/sign-in.tsx";

export const metadata: Metadata = { title: "Sign in" };

export default function SignInPage() {
  return <SignIn />;
}
