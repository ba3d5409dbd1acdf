import { rotateKeyOperation } from "#lib/contract/keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { rotateKey } from "#lib/services/access/rotate-key.ts";

export const POST = endpoint(rotateKeyOperation, async ({ caller, body }) =>
  ok(await rotateKey({ caller, ...body })),
);
