import { getSessionOperation } from "#lib/contract/session.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getSession } from "#lib/services/session/get-session.ts";

export const GET = endpoint(getSessionOperation, async ({ caller }) =>
  ok(await getSession({ caller })),
);
