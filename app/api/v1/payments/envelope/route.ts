import { getEnvelopeOperation } from "#lib/contract/payments.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getEnvelope } from "#lib/services/receipts/get-envelope.ts";

export const POST = endpoint(getEnvelopeOperation, async ({ caller, body, address }) =>
  ok(await getEnvelope({ caller, ...body, address })),
);
