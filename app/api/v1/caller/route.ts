import { getCallerOperation } from "#lib/api-keys/contract-caller.ts";
import { describeCaller } from "#lib/api-keys/describe-caller.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(getCallerOperation, async ({ caller }) =>
  ok(await describeCaller({ caller })),
);
