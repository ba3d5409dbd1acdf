import { getCardholderOperation } from "#lib/contract/cardholders.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getCardholder } from "#lib/services/cardholders/get-cardholder.ts";

export const GET = endpoint(getCardholderOperation, async ({ caller, params }) =>
  ok(await getCardholder({ caller, ...params })),
);
