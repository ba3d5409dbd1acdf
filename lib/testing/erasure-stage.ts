import assert from "node:assert/strict";
import { type Answer, type ApiClient, createApiClient, paymentBody } from "./api-client.ts";
import { requestErasure } from "./request-erasure.ts";
import { createTestKey, createTestOrganization, type TestService } from "./test-service.ts";

export type ErasureStage = Awaited<ReturnType<typeof createErasureStage>>;

/** An issuer with its key and a merchant, for tests of what an erasure leaves. */
export async function createErasureStage(service: TestService) {
  const organizationId = await createTestOrganization("enterprise", "issuer");
  const key = await createTestKey({ organizationId });
  const merchantId = await createTestOrganization("enterprise", "merchant");
  const merchantKey = await createTestKey({ organizationId: merchantId });
  return {
    organizationId,
    key,
    api: createApiClient(service, key),
    merchantId,
    merchant: createApiClient(service, merchantKey),
    erase: async (userId: string): Promise<Answer["body"]["data"]> => {
      const { status, body } = await requestErasure(service, userId, key);
      assert.equal(status, 200, JSON.stringify(body));
      return body.data;
    },
  };
}

/** Pays, and returns the answer's `data` beside a way to ask for the very same again. */
export async function payRepeatably(
  merchant: ApiClient,
  fields: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const path = "/payments/gateway_one/create";
  const body = paymentBody(fields);
  const repeat = () => merchant.post(path, { body, headers });
  const { status, body: answer } = await repeat();
  assert.equal(status, 201, JSON.stringify(answer));
  return { ...answer.data, repeat } as Answer["body"]["data"] & { repeat: typeof repeat };
}

/** The statuses of a payment and of its receipt, as the merchant reads them. */
export async function readStatuses(merchant: ApiClient, paymentId: string): Promise<string[]> {
  const { body } = await merchant.get(`/payments/gateway_one/${paymentId}`);
  return [body.data.status, body.data.veroMetadata.receiptStatus];
}
