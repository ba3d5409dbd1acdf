import { type ApiClient, paymentBody, type TestCardholder } from "./api-client.ts";

/** Pays with the cardholder's card; returns the id of the payment. */
export async function createSealedPayment(
  api: Pick<ApiClient, "call">,
  { hashedPan }: Pick<TestCardholder, "hashedPan">,
  fields: Record<string, unknown> = {},
): Promise<string> {
  const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway: "gateway_one" },
    body: paymentBody({ recipientHashedPan: hashedPan, ...fields }),
  });
  return paymentId;
}
