import { findUserOperation } from "#lib/cardholders/contract-identifiers.ts";
import { findUser } from "#lib/cardholders/identifiers.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(findUserOperation, async ({ caller, body }) =>
  ok(await findUser({ caller, identifier: body })),
);
