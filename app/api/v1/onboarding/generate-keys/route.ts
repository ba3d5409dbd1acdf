import { generateKeysOperation } from "#lib/cardholders/contract.ts";
import { generateKeys } from "#lib/cardholders/register.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(generateKeysOperation, async ({ caller }) =>
  ok(await generateKeys({ caller })),
);
