import { endpoint } from "#lib/http/endpoint.ts";
import { ok } from "#lib/http/reply.ts";
import { getEnvelopeOperation } from "#lib/receipts/contract-open.ts";
import { getEnvelope } from "#lib/receipts/redeem-token.ts";

export const POST = endpoint(getEnvelopeOperation, async ({ caller, body, ipAddress }) => {
  const envelope = await getEnvelope({ caller, ...body, address: ipAddress });
  // Named in the headers of the answer; it is not part of the envelope.
  return ok({ ...envelope, paymentId: body.paymentId });
});
