import { cancelPairingOperation, getPairingOperation } from "#lib/cardholders/contract-pairings.ts";
import { cancelPairing, getPairing } from "#lib/cardholders/pair.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(getPairingOperation, async ({ caller, params }) =>
  ok(await getPairing({ caller, ...params })),
);

export const DELETE = endpoint(cancelPairingOperation, async ({ caller, params }) =>
  ok(await cancelPairing({ caller, ...params })),
);
