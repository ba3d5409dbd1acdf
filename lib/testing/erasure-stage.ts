import { type ApiClient, createApiClient, paymentBody } from "./api-client.ts";
import { createTestKey, createTestOrganization, type TestService } from "./test-service.ts";

/** An issuer with its key and a merchant, for tests of what an erasure leaves. */
export async function createErasureStage(service: TestService) {
  const organizationId = await createTestOrganization("enterprise", "issuer");
  const key = await createTestKey({ organizationId });
  const api = createApiClient(service, key);
  const merchantId = await createTestOrganization("enterprise", "merchant");
  const merchantKey = await createTestKey({ organizationId: merchantId });
  return {
    organizationId,
    key,
    api,
    merchantId,
    merchant: createApiClient(service, merchantKey),
    erase: (userId: string) => api.call("DELETE /api/v1/users/{userId}", { params: { userId } }),
  };
}

/** Pays, and returns the answer's `data` beside a way to ask for the very same again. */
export async function payRepeatably(
  merchant: ApiClient,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const body = paymentBody(fields);
  const payment = await merchant.call("POST /api/v1/payments/{gateway}/create", {
    params: { gateway: "gateway_one" },
    body,
    headers,
  });
  const repeat = () => merchant.post("/payments/gateway_one/create", { body, headers });
  return { ...payment, repeat };
}

/** The statuses of a payment and of its receipt, as the merchant reads them. */
export async function readStatuses(merchant: ApiClient, paymentId: string): Promise<string[]> {
  const { status, veroMetadata } = await merchant.call(
    "GET /api/v1/payments/{gateway}/{paymentId}",
    { params: { gateway: "gateway_one", paymentId } },
  );
  return [status, veroMetadata.receiptStatus];
}
