import { startDeviceLoginOperation } from "#lib/device-logins/contract.ts";
import { startDeviceLogin } from "#lib/device-logins/start.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";

export const POST = endpoint(startDeviceLoginOperation, async ({ body, address }) =>
  created(await startDeviceLogin({ ...body, address })),
);
