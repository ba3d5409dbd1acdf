"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { SIGN_UP_HOURS } from "#lib/core/retention.ts";
import { AccountHeading, textLink } from "./account-heading.tsx";
import { AccountWaiting, type AccountWaitingProps } from "./account-waiting.tsx";
import { ChoosePasswordForm } from "./choose-password-form.tsx";
import { enter } from "./go-home.ts";
import { useLinkToken } from "./use-link-token.ts";

/** The page behind the link of a sign-up: the account is only created here. */
export function ConfirmSignUp() {
  const token = useLinkToken();
  if (token === undefined) return <Waiting />;
  if (token === "") return <UsedUp />;
  return <OpenLink token={token} />;
}

function OpenLink({ token }: { token: string }) {
  const query = useSignUpLink(token);
  const { data: signUp, error } = query;
  const confirm = useConfirmSignUp(token, signUp?.email ?? "");
  if (error instanceof ApiError && error.code === "not_found") return <UsedUp />;
  if (error || !signUp) return <Waiting query={query} />;
  return (
    <>
      <AccountHeading title="Choose a password">
        Your address is confirmed. This creates {signUp.organizationName}, with you as its owner.
      </AccountHeading>
      <div className="mt-5">
        <ChoosePasswordForm email={signUp.email} submitLabel="Create account" choose={confirm} />
      </div>
    </>
  );
}

function Waiting(props: Pick<AccountWaitingProps, "query">) {
  return <AccountWaiting title="Choose a password" label="Opening the link" rows={4} {...props} />;
}

function UsedUp() {
  return (
    <>
      <AccountHeading title="This link is no longer valid">
        It was used, or it is more than {SIGN_UP_HOURS} hours old.
      </AccountHeading>
      <p className="mt-5 text-sm">
        <Link href="/sign-up" className={textLink}>
          Get a new link
        </Link>
      </p>
    </>
  );
}

function useSignUpLink(token: string) {
  return useQuery({
    queryKey: keyOf("POST /api/console/sign-up/open", undefined, token),
    queryFn: ({ signal }) => api("POST /api/console/sign-up/open", { body: { token }, signal }),
    // Confirming uses it up, so it must not be fetched again meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function useConfirmSignUp(token: string, email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      await api("POST /api/console/sign-up/confirm", { body: { token, password } });
      await enter({ email, password }, "account");
    },
  });
}
