import { removeInvitationOperation } from "#lib/contract/invitations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { withdrawInvitation } from "#lib/services/invitations/withdraw-invitation.ts";

export const DELETE = endpoint(removeInvitationOperation, async ({ caller, params }) => {
  await withdrawInvitation({ caller, ...params });
  return ok({ ...params, removed: true });
});
