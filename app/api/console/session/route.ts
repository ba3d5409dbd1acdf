import { getSession } from "#lib/accounts/account.ts";
import { getSessionOperation } from "#lib/accounts/contract.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(getSessionOperation, async ({ caller }) =>
  ok(await getSession({ caller })),
);
