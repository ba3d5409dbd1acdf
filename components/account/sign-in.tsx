"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { AccountHeading, textLink } from "./account-heading.tsx";
import { DemoHint } from "./demo-hint.tsx";
import { ProviderButton } from "./provider-button.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { useSignInOptions } from "./use-sign-in-options.ts";

/** What this installation offers comes a moment later: email and password are always a way in. */
export function SignIn() {
  const { data: options } = useSignInOptions();
  const query = useSearchParams().toString();
  return (
    <>
      <AccountHeading title="Sign in">To the console of your organization.</AccountHeading>
      <div className="mt-5 space-y-5">
        <SignInForm />
        {options?.oidc ? <ProviderButton name={options.oidc.name} /> : null}
        {options?.demo ? <DemoHint /> : null}
        {options?.signUp ? (
          <p className="text-sm text-muted">
            New here?{" "}
            <Link href={`/sign-up${query ? `?${query}` : ""}`} className={textLink}>
              Make an account
            </Link>
          </p>
        ) : null}
      </div>
    </>
  );
}
