import { denyDeviceLoginOperation } from "#lib/device-logins/contract.ts";
import { denyDeviceLogin } from "#lib/device-logins/decide.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(denyDeviceLoginOperation, async ({ caller, body }) =>
  ok(await denyDeviceLogin({ caller, ...body })),
);
