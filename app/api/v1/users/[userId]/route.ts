import { eraseUserOperation } from "#lib/cardholders/contract.ts";
import { eraseUser } from "#lib/cardholders/erase.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const DELETE = endpoint(eraseUserOperation, async ({ caller, params }) =>
  ok(await eraseUser({ caller, ...params })),
);
