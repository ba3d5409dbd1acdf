import assert from "node:assert/strict";
import { test } from "node:test";
import { randomHashedPan } from "#lib/testing/api-client.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { createClient } from "./create-client.ts";

const service = setUpTestService();

test("a payment goes from the till to the cardholder's device", async () => {
  const client = createClient({ baseUrl: service.url, apiKey: await createTestKey() });
  const hashedPan = randomHashedPan();
  const { publicKey, privateKey, keyId } = await client.keys.generate();
  const { userId } = await client.users.register({ hashedPan, publicKey, keyId });

  const settled = await client.payments.createAndSettle("gateway_one", {
    receiptId: "r-1",
    merchantId: "bakery-7",
    merchantName: "Corner Bakery",
    transactionId: "t-1",
    transactionDate: "2026-11-20T09:30:00+01:00",
    currency: "eur",
    amount: 1250,
    recipientHashedPan: hashedPan,
  });
  assert.equal(settled.state, "paid");
  const ids: string[] = [];
  for await (const { paymentId } of client.receipts.list(userId)) ids.push(paymentId);
  const [paymentId = ""] = ids;
  const receipt = await client.receipts.open({ userId, keyId, paymentId, privateKey });
  assert.equal(receipt.merchantName, "Corner Bakery");
});
