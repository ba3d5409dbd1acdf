import { denyPairingOperation } from "#lib/cardholders/contract-pairings.ts";
import { denyPairing } from "#lib/cardholders/replace-phone.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const POST = endpoint(denyPairingOperation, async ({ caller, body }) =>
  ok(await denyPairing({ caller, ...body })),
);
