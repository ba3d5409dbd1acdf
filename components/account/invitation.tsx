"use client";

import { useSyncExternalStore } from "react";
import { ErrorState } from "#components/ui/error-state.tsx";
import { SkeletonRows } from "#components/ui/skeleton.tsx";
import { ApiError } from "#lib/client/api-error.ts";
import { INVITATION_DAYS } from "#lib/contract/invitations.ts";
import { AccountHeading } from "./account-heading.tsx";
import { InvitationForm } from "./invitation-form.tsx";
import { useInvitation } from "./use-invitation.ts";

/** The page behind an invitation's link; the token is what stands behind its #. */
export function Invitation() {
  const token = useSyncExternalStore(onHashChange, readHash, () => undefined);
  if (token === undefined) return <SkeletonRows label="Opening the invitation" rows={4} />;
  if (token === "") return <UsedUp />;
  return <OpenInvitation token={token} />;
}

function OpenInvitation({ token }: { token: string }) {
  const { data: invitation, error, isPending, isFetching, refetch } = useInvitation(token);
  if (error instanceof ApiError && error.code === "not_found") return <UsedUp />;
  if (error) return <ErrorState error={error} retry={() => void refetch()} retrying={isFetching} />;
  if (isPending) return <SkeletonRows label="Opening the invitation" rows={4} />;
  return (
    <>
      <AccountHeading title={`Join ${invitation.organizationName}`}>
        You were invited as {articles[invitation.role]}. Choose a password to come in.
      </AccountHeading>
      <div className="mt-5">
        <InvitationForm token={token} email={invitation.email} />
      </div>
    </>
  );
}

function UsedUp() {
  return (
    <AccountHeading title="This invitation is no longer good">
      It was used, withdrawn, or is older than {INVITATION_DAYS} days. Ask whoever sent it for
      another one.
    </AccountHeading>
  );
}

const articles = { owner: "an owner", developer: "a developer", viewer: "a viewer" };

function readHash(): string {
  return window.location.hash.slice(1);
}

function onHashChange(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
