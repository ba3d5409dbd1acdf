import { rotateKeyOperation } from "#lib/cardholders/contract.ts";
import { rotateKey } from "#lib/cardholders/rotate-key.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(rotateKeyOperation, async ({ caller, body }) =>
  ok(await rotateKey({ caller, ...body })),
);
