import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { grantAccessOperation } from "#lib/receipts/contract-access.ts";
import { grantAccess } from "#lib/receipts/grant-access.ts";

export const POST = endpoint(grantAccessOperation, async ({ caller, body, ipAddress }) =>
  created(await grantAccess({ caller, ...body, address: ipAddress })),
);
