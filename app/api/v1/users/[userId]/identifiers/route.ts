import {
  listIdentifiersOperation,
  registerIdentifierOperation,
} from "#lib/cardholders/contract-identifiers.ts";
import { listIdentifiers } from "#lib/cardholders/identifiers.ts";
import { registerIdentifier } from "#lib/cardholders/register-identifier.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created, ok } from "#lib/http/reply.ts";

export const POST = endpoint(registerIdentifierOperation, async ({ caller, params, body }) => {
  const { userId } = params;
  const { state, identifier } = await registerIdentifier({ caller, userId, identifier: body });
  return state === "created" ? created(identifier) : ok(identifier);
});

export const GET = endpoint(listIdentifiersOperation, async ({ caller, params }) =>
  ok(await listIdentifiers({ caller, ...params })),
);
