import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";
import {
  createInvitationOperation,
  listInvitationsOperation,
} from "#lib/organizations/contract-invitations.ts";
import { createInvitation, listInvitations } from "#lib/organizations/invitations.ts";

export const GET = endpoint(listInvitationsOperation, async ({ caller }) =>
  ok({ invitations: await listInvitations({ caller }) }),
);

export const POST = endpoint(createInvitationOperation, async ({ caller, body }) =>
  created({ invitation: await createInvitation({ caller, request: body }) }),
);
