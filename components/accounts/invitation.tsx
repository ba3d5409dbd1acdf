"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { api } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { roleWithArticle } from "#lib/core/permissions.ts";
import { INVITATION_DAYS } from "#lib/core/retention.ts";
import { AccountHeading, textLink } from "./account-heading.tsx";
import { AccountWaiting, type AccountWaitingProps } from "./account-waiting.tsx";
import { ChoosePasswordForm } from "./choose-password-form.tsx";
import { enter } from "./go-home.ts";
import { useLinkToken } from "./use-link-token.ts";

/** The page behind an invitation's link. */
export function Invitation() {
  const token = useLinkToken();
  if (token === undefined) return <Waiting />;
  if (token === "") return <UsedUp />;
  return <OpenInvitation token={token} />;
}

function OpenInvitation({ token }: { token: string }) {
  const query = useInvitation(token);
  const { data: invitation, error } = query;
  const accept = useAcceptInvitation(token, invitation?.email ?? "");
  if (error instanceof ApiError && error.code === "not_found") return <UsedUp />;
  if (error || !invitation) return <Waiting query={query} />;
  return (
    <>
      <AccountHeading title={`Join ${invitation.organizationName}`}>
        You were invited as {roleWithArticle[invitation.role]}. Choose a password to join.
      </AccountHeading>
      <div className="mt-5">
        <ChoosePasswordForm email={invitation.email} submitLabel="Join" choose={accept} />
      </div>
    </>
  );
}

function Waiting(props: Pick<AccountWaitingProps, "query">) {
  return (
    <AccountWaiting title="Your invitation" label="Opening the invitation" rows={4} {...props} />
  );
}

function UsedUp() {
  return (
    <>
      <AccountHeading title="This invitation is no longer valid">
        It was used or withdrawn, or it is more than {INVITATION_DAYS} days old. Ask the person who
        sent it for a new one.
      </AccountHeading>
      <p className="mt-5 text-sm text-muted">
        Joined already?{" "}
        <Link href="/sign-in" className={textLink}>
          Sign in
        </Link>
      </p>
    </>
  );
}

function useInvitation(token: string) {
  return useQuery({
    queryKey: keyOf("POST /api/console/invitations/open", undefined, token),
    queryFn: ({ signal }) => api("POST /api/console/invitations/open", { body: { token }, signal }),
    // Accepting uses it up, so it must not be fetched again meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function useAcceptInvitation(token: string, email: string) {
  return useMutation({
    mutationFn: async (password: string) => {
      await api("POST /api/console/invitations/accept", { body: { token, password } });
      await enter({ email, password }, "membership");
    },
  });
}
