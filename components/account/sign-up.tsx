"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { AccountHeading, textLink } from "./account-heading.tsx";
import { SignUpForm } from "./sign-up-form.tsx";
import { useSignInOptions } from "./use-sign-in-options.ts";

export function SignUp() {
  const { data: options, error, isPending, isFetching, refetch } = useSignInOptions();
  const query = useSearchParams().toString();
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Loading the form" rows={5} />;
  if (!options.signUp) {
    return (
      <>
        <AccountHeading title="By invitation only">
          This installation takes no new organizations by itself. Ask one of its members for an
          invitation.
        </AccountHeading>
        <p className="mt-5 text-sm">
          <Link href="/sign-in" className={textLink}>
            Back to the sign-in
          </Link>
        </p>
      </>
    );
  }
  return (
    <>
      <AccountHeading title="Make an account">
        It makes your organization, with you as its owner.
      </AccountHeading>
      <div className="mt-5 space-y-5">
        <SignUpForm />
        <p className="text-sm text-muted">
          Have one already?{" "}
          <Link href={`/sign-in${query ? `?${query}` : ""}`} className={textLink}>
            Sign in
          </Link>
        </p>
      </div>
    </>
  );
}
