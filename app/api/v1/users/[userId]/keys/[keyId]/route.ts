import { retireKeyOperation } from "#lib/cardholders/contract-devices.ts";
import { retireKey } from "#lib/cardholders/devices.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const DELETE = endpoint(retireKeyOperation, async ({ caller, params }) =>
  ok(await retireKey({ caller, ...params })),
);
