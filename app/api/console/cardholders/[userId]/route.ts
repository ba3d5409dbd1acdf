import { getCardholderOperation } from "#lib/cardholders/contract-console.ts";
import { getCardholderDetails } from "#lib/cardholders/get.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";

export const GET = endpoint(getCardholderOperation, async ({ caller, params }) =>
  ok(await getCardholderDetails({ caller, ...params })),
);
