import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { removeInvitationOperation } from "#lib/organizations/contract-invitations.ts";
import { withdrawInvitation } from "#lib/organizations/invitations.ts";

export const DELETE = endpoint(removeInvitationOperation, async ({ caller, params }) => {
  await withdrawInvitation({ caller, ...params });
  return ok({ ...params, removed: true });
});
