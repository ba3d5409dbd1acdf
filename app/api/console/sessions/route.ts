import { listSessionsOperation } from "#lib/accounts/contract-sessions.ts";
import { listSessions } from "#lib/accounts/sessions.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(listSessionsOperation, async ({ caller }) =>
  ok({ sessions: await listSessions({ caller }) }),
);
