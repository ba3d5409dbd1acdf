import { acceptInvitationOperation } from "#lib/contract/invitations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { acceptOpenInvitation } from "#lib/services/invitations/accept-invitation.ts";

export const POST = endpoint(acceptInvitationOperation, async ({ body }) =>
  created(await acceptOpenInvitation(body)),
);
