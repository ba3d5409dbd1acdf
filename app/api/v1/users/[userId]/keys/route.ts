import { addKeyOperation, listKeysOperation } from "#lib/cardholders/contract-devices.ts";
import { addKey, listKeys } from "#lib/cardholders/devices.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";

export const POST = endpoint(addKeyOperation, async ({ caller, params, body }) => {
  const { state, key } = await addKey({ caller, ...params, ...body });
  return state === "created" ? created(key) : ok(key);
});

export const GET = endpoint(listKeysOperation, async ({ caller, params }) =>
  ok(await listKeys({ caller, ...params })),
);
