import { approveDeviceLoginOperation } from "#lib/device-logins/contract.ts";
import { approveDeviceLogin } from "#lib/device-logins/decide.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(approveDeviceLoginOperation, async ({ caller, body }) =>
  ok(await approveDeviceLogin({ caller, approval: body })),
);
