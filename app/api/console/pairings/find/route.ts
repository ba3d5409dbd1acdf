import { findPairingOperation } from "#lib/cardholders/contract-pairings.ts";
import { findPairing } from "#lib/cardholders/replace-phone.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(findPairingOperation, async ({ caller, body }) =>
  ok(await findPairing({ caller, ...body })),
);
