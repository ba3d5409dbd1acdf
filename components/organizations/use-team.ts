"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import {
  createInvitation,
  listInvitations,
  withdrawInvitation,
} from "#lib/browser/endpoints/invitations.ts";
import { changeRole, listMembers, removeMember } from "#lib/browser/endpoints/members.ts";
import { queryKeys } from "#lib/browser/query-keys.ts";
import type { Role } from "#lib/core/permissions.ts";
import type { MemberJson } from "#lib/organizations/contract.ts";
import type {
  InvitationRequest,
  PendingInvitationJson,
} from "#lib/organizations/contract-invitations.ts";

export type MemberRow = {
  member: MemberJson;
  isYou: boolean;
  /** Can neither leave nor step down. */
  isLastOwner: boolean;
  /** Of what says why the member's controls are disabled. */
  noticeId: string;
};

export function useMembers() {
  return useQuery({
    queryKey: queryKeys.members,
    queryFn: ({ signal }) => listMembers(signal),
  });
}

/** Not shown before the service says so: whoever looks must be able to trust what stands here. */
export function useChangeRole(memberId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) => changeRole(memberId, role),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.members }),
        // One's own role decides what the pages offer.
        client.invalidateQueries({ queryKey: queryKeys.session }),
      ]),
  });
}

type Removal = { member: Pick<MemberJson, "id" | "email">; isYou: boolean };

export function useRemoveMember({ member: { id, email }, isYou }: Removal) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => removeMember(id),
    onSuccess: () => {
      // The session ended with the membership: a new document, so that nothing shown stays in memory.
      if (isYou) return window.location.assign("/sign-in");
      // Said here: the row that asked is gone when the list is fresh.
      toast.success(`${email} is no longer a member`);
      return client.invalidateQueries({ queryKey: queryKeys.members });
    },
  });
}

export function useInvitations() {
  return useQuery({
    queryKey: queryKeys.invitations,
    queryFn: ({ signal }) => listInvitations(signal),
  });
}

/** Invites somebody; an earlier link to the same address stops working. */
export function useInvite() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (request: InvitationRequest) => createInvitation(request),
    onSuccess,
    // The link opens a door: it is not kept once the dialog is closed.
    gcTime: 0,
  });
}

export function useWithdrawInvitation({ id, email }: Pick<PendingInvitationJson, "id" | "email">) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => withdrawInvitation(id),
    // Said here: the row that asked is gone when the list is fresh.
    onSuccess: () => {
      toast.success(`The invitation of ${email} is withdrawn`);
      return refresh();
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: queryKeys.invitations });
}
