"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { PASSWORD_RESET_MINUTES } from "#lib/core/retention.ts";
import { AccountHeading, textLink } from "./account-heading.tsx";
import { AccountWaiting, type AccountWaitingProps } from "./account-waiting.tsx";
import { ChoosePasswordForm } from "./choose-password-form.tsx";
import { enter } from "./go-home.ts";
import { useLinkToken } from "./use-link-token.ts";

/** The page behind the link of a reset. */
export function ResetPassword() {
  const token = useLinkToken();
  if (token === undefined) return <Waiting />;
  if (token === "") return <UsedUp />;
  return <OpenLink token={token} />;
}

function OpenLink({ token }: { token: string }) {
  const query = useResetLink(token);
  const { data: reset, error } = query;
  const confirm = useConfirmReset(token, reset?.email ?? "");
  if (error instanceof ApiError && error.code === "not_found") return <UsedUp />;
  if (error || !reset) return <Waiting query={query} />;
  return (
    <>
      <AccountHeading title="Choose a new password">
        It signs you out everywhere, and in here.
      </AccountHeading>
      <div className="mt-5">
        <ChoosePasswordForm email={reset.email} submitLabel="Set password" choose={confirm} />
      </div>
    </>
  );
}

function Waiting(props: Pick<AccountWaitingProps, "query">) {
  return (
    <AccountWaiting title="Choose a new password" label="Opening the link" rows={4} {...props} />
  );
}

function UsedUp() {
  return (
    <>
      <AccountHeading title="This link is no longer valid">
        It was used, or it is more than {PASSWORD_RESET_MINUTES} minutes old.
      </AccountHeading>
      <p className="mt-5 text-sm">
        <Link href="/forgot-password" className={textLink}>
          Get a new link
        </Link>
      </p>
    </>
  );
}

function useResetLink(token: string) {
  return useQuery({
    queryKey: keyOf("POST /api/console/password-reset/open", undefined, token),
    queryFn: ({ signal }) =>
      api("POST /api/console/password-reset/open", { body: { token }, signal }),
    // Confirming uses it up, so it must not be fetched again meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function useConfirmReset(token: string, email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      await api("POST /api/console/password-reset/confirm", { body: { token, password } });
      await enter({ email, password }, "password");
    },
  });
}
