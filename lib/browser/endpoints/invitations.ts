import { callApi } from "#lib/browser/api.ts";
import type {
  acceptInvitationOperation,
  createInvitationOperation,
  InvitationRequest,
  listInvitationsOperation,
  OpenedInvitation,
  openInvitationOperation,
  PendingInvitationJson,
  removeInvitationOperation,
} from "#lib/organizations/contract-invitations.ts";

const all = "/api/console/invitations";

/** The link is not to be had again: the service keeps its hash alone. */
export type NewInvitation = { invitation: PendingInvitationJson; link: string };

export async function listInvitations(signal: AbortSignal): Promise<PendingInvitationJson[]> {
  return (await callApi<typeof listInvitationsOperation>("GET", all, { signal })).invitations;
}

export function createInvitation(body: InvitationRequest): Promise<NewInvitation> {
  return callApi<typeof createInvitationOperation>("POST", all, { body });
}

export async function withdrawInvitation(invitationId: string): Promise<void> {
  const params = { invitationId };
  await callApi<typeof removeInvitationOperation>("DELETE", `${all}/{invitationId}`, { params });
}

export function openInvitation(token: string, signal: AbortSignal): Promise<OpenedInvitation> {
  return callApi<typeof openInvitationOperation>("POST", `${all}/open`, {
    body: { token },
    signal,
  });
}

export async function acceptInvitation(body: { token: string; password: string }): Promise<void> {
  await callApi<typeof acceptInvitationOperation>("POST", `${all}/accept`, { body });
}
