import { grantAccessOperation } from "#lib/contract/keys.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";
import { grantAccess } from "#lib/services/access/grant-access.ts";

export const POST = endpoint(grantAccessOperation, async ({ caller, body, address }) =>
  created(await grantAccess({ caller, ...body, address })),
);
