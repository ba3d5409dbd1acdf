import assert from "node:assert/strict";
import { test } from "node:test";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { randomHashedPan } from "#lib/testing/api-client.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { createClient } from "./create-client.ts";

const service = setUpTestService();

// What sealReceipt returns has the type that `create` and `refund` take.
test("a till sends what it has sealed, for a payment and for its refund", async () => {
  const { payments } = createClient({ baseUrl: service.url, apiKey: await createTestKey() });
  const recipient = { recipientHashedPan: randomHashedPan() };
  const payment = {
    receiptId: "r-1",
    merchantId: "pharmacy-2",
    transactionId: "t-1",
    transactionDate: "2026-11-28T10:00:00Z",
    currency: "eur",
    amount: 1250,
  };
  const receipt = { ...payment, gateway: "gateway_one", merchantName: "Pharmacy" };
  const [reservation] = (await payments.prepare("gateway_one", recipient)).reservations;
  assert.ok(reservation);
  const sealed = await sealReceipt(reservation, receipt);
  const created = await payments.create("gateway_one", { ...payment, ...recipient, ...sealed });
  assert.equal(created.veroMetadata.sealedAt, "till");

  const { paymentId } = created;
  const refundOf = { refundOf: paymentId };
  const [forNote] = (await payments.prepare("gateway_one", refundOf)).reservations;
  assert.ok(forNote);
  const note = { receiptId: "c-1", transactionId: "x-1", transactionDate: "2026-11-29T10:00:00Z" };
  const sealedNote = await sealReceipt(forNote, {
    ...receipt,
    ...note,
    ...refundOf,
    kind: "refund",
  });
  const { refundStatus } = await payments.refund("gateway_one", paymentId, {
    refundReference: "return-1",
    amount: 1250,
    ...note,
    ...sealedNote,
  });
  assert.equal(refundStatus, "succeeded");
});
