import { createInvitationOperation, listInvitationsOperation } from "#lib/contract/invitations.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import { createInvitation } from "#lib/services/invitations/create-invitation.ts";
import { listOpenInvitations } from "#lib/services/invitations/list-invitations.ts";

export const GET = endpoint(listInvitationsOperation, async ({ caller }) =>
  ok({ invitations: await listOpenInvitations({ caller }) }),
);

export const POST = endpoint(createInvitationOperation, async ({ caller, body }) =>
  created(await createInvitation({ caller, request: body })),
);
