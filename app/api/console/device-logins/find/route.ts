import { findDeviceLoginOperation } from "#lib/device-logins/contract.ts";
import { findDeviceLogin } from "#lib/device-logins/decide.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(findDeviceLoginOperation, async ({ caller, body, address }) =>
  ok(await findDeviceLogin({ caller, ...body, address })),
);
