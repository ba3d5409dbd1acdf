import { pollDeviceLoginOperation } from "#lib/device-logins/contract.ts";
import { pollDeviceLogin } from "#lib/device-logins/poll.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(pollDeviceLoginOperation, async ({ body }) =>
  ok(await pollDeviceLogin(body)),
);
