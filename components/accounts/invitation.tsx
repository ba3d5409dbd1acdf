"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { PasswordField } from "#components/ui/password-field.tsx";
import { ErrorState, SkeletonRows } from "#components/ui/states.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { MIN_PASSWORD_LENGTH } from "#lib/accounts/contract.ts";
import { api } from "#lib/browser/api.ts";
import { ApiError } from "#lib/browser/api-error.ts";
import { sortRefusal } from "#lib/browser/describe-error.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import { signInWithPassword } from "#lib/browser/sign-in.ts";
import { explainIssue } from "#lib/core/explain-issue.ts";
import { INVITATION_DAYS } from "#lib/core/retention.ts";
import { invitationAcceptance } from "#lib/organizations/contract-invitations.ts";
import { AccountHeading } from "./account-heading.tsx";
import { enter } from "./go-home.ts";

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
        You were invited as {articles[invitation.role]}. Choose a password to join.
      </AccountHeading>
      <div className="mt-5">
        <InvitationForm token={token} email={invitation.email} />
      </div>
    </>
  );
}

function UsedUp() {
  return (
    <AccountHeading title="This invitation is no longer valid">
      It was used or withdrawn, or it is more than {INVITATION_DAYS} days old. Ask the person who
      sent it for a new one.
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

type InvitationFormProps = { token: string; email: string };

function InvitationForm({ token, email }: InvitationFormProps) {
  const accept = useAcceptInvitation(token, email);
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(invitationAcceptance.pick({ password: true }), { error: explainIssue }),
    defaultValues: { password: "" },
  });
  const { atFields, elsewhere } = sortRefusal(accept.error, ["password"]);
  return (
    <form
      onSubmit={handleSubmit(({ password }) => accept.mutate(password))}
      noValidate
      className="space-y-4"
    >
      {elsewhere ? <Callout tone="alarm">{elsewhere}</Callout> : null}
      <TextField label="Email" value={email} readOnly autoComplete="username" />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters; several words in a row work best.`}
        error={formState.errors.password?.message ?? atFields.password}
        {...register("password")}
      />
      <Button type="submit" className="w-full" pending={accept.isPending || accept.isSuccess}>
        Join
      </Button>
    </form>
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
      await enter(await signInWithPassword({ email, password }));
    },
  });
}
