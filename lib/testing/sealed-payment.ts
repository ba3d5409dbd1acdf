import assert from "node:assert/strict";
import { type ApiClient, paymentBody, type TestCardholder } from "./api-client.ts";

/** Pays with the cardholder's card; returns the id of the payment. */
export async function createSealedPayment(
  api: ApiClient,
  { hashedPan }: Pick<TestCardholder, "hashedPan">,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await api.post("/payments/gateway_one/create", {
    body: paymentBody({ recipientHashedPan: hashedPan, ...fields }),
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.paymentId;
}
