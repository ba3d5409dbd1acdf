import { endIdentifierOperation } from "#lib/cardholders/contract-identifiers.ts";
import { endIdentifier } from "#lib/cardholders/identifiers.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const DELETE = endpoint(endIdentifierOperation, async ({ caller, params }) =>
  ok(await endIdentifier({ caller, ...params })),
);
