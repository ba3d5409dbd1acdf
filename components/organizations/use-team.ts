"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Answer, api, type Sent } from "#lib/browser/api.ts";
import { keyOf } from "#lib/browser/query-client.ts";
import type { Role } from "#lib/core/permissions.ts";

type ListedMember = Answer<"GET /api/console/members">["members"][number];
export type ListedInvitation = Answer<"GET /api/console/invitations">["invitations"][number];

export type MemberRow = {
  member: ListedMember;
  isYou: boolean;
  /** Cannot leave or step down. */
  isLastOwner: boolean;
  /** Of the text that says why the member's controls are disabled. */
  noticeId: string;
  onRemoved: (left: Left) => void;
};

/** A former member, and the usable keys that they created. */
export type Left = {
  email: string;
  keys: Answer<"DELETE /api/console/members/{memberId}">["keysMade"];
};

export function useMembers() {
  return useQuery({
    queryKey: keyOf("GET /api/console/members"),
    queryFn: async ({ signal }) => (await api("GET /api/console/members", { signal })).members,
  });
}

type Changed = { member: Pick<ListedMember, "id" | "email">; isYou: boolean };

/** Not optimistic: this list must only show what the service has confirmed. */
export function useChangeRole({ member: { id: memberId }, isYou }: Changed) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (role: Role) =>
      api("PUT /api/console/members/{memberId}", { params: { memberId }, body: { role } }),
    onSuccess: () => {
      // The sessions end with the role: a new document, so that no data stays in memory.
      if (isYou) window.location.assign("/sign-in");
    },
    onSettled: () =>
      isYou ? undefined : client.invalidateQueries({ queryKey: keyOf("GET /api/console/members") }),
  });
}

export function useRemoveMember({ member: { id, email }, isYou, onRemoved }: MemberRow) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api("DELETE /api/console/members/{memberId}", { params: { memberId: id } }),
    onSuccess: ({ keysMade }) => {
      // The session ended with the membership: a new document, so that no data stays in memory.
      if (isYou) return window.location.assign("/sign-in");
      // Shown from here, because the row disappears once the list is refreshed.
      toast.success(`${email} is no longer a member`);
      onRemoved({ email, keys: keysMade });
      return Promise.all([
        client.invalidateQueries({ queryKey: keyOf("GET /api/console/members") }),
        client.invalidateQueries({ queryKey: keyOf("GET /api/console/invitations") }),
      ]);
    },
  });
}

export function useInvitations() {
  return useQuery({
    queryKey: keyOf("GET /api/console/invitations"),
    queryFn: async ({ signal }) =>
      (await api("GET /api/console/invitations", { signal })).invitations,
  });
}

/** Invites a member; an earlier link to the same address stops working. */
export function useInvite() {
  const onSuccess = useRefresh();
  return useMutation({
    mutationFn: (body: Sent<"POST /api/console/invitations", "body">) =>
      api("POST /api/console/invitations", { body }),
    onSuccess,
  });
}

export function useWithdrawInvitation({ id, email }: Pick<ListedInvitation, "id" | "email">) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () =>
      api("DELETE /api/console/invitations/{invitationId}", { params: { invitationId: id } }),
    // Shown from here, because the row disappears once the list is refreshed.
    onSuccess: () => {
      toast.success(`The invitation for ${email} is withdrawn`);
      return refresh();
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf("GET /api/console/invitations") });
}
