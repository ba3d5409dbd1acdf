import { openInvitationOperation } from "#lib/contract/invitations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { openInvitation } from "#lib/services/invitations/open-invitation.ts";

export const POST = endpoint(openInvitationOperation, async ({ body }) =>
  ok(await openInvitation(body)),
);
