import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { acceptInvitationOperation } from "#lib/organizations/contract-invitations.ts";
import { acceptInvitation } from "#lib/organizations/invitations.ts";

export const POST = endpoint(acceptInvitationOperation, async ({ body }) =>
  created(await acceptInvitation(body)),
);
