import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { openInvitationOperation } from "#lib/organizations/contract-invitations.ts";
import { openInvitation } from "#lib/organizations/invitations.ts";

export const POST = endpoint(openInvitationOperation, async ({ body }) =>
  ok(await openInvitation(body)),
);
