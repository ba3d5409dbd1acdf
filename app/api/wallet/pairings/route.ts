import { startPairingOperation } from "#lib/cardholders/contract-pairings.ts";
import { startPairing } from "#lib/cardholders/pair.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { created } from "#lib/http/reply.ts";

export const POST = endpoint(startPairingOperation, async ({ caller, body }) =>
  created(await startPairing({ caller, ...body })),
);
