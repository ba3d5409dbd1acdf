import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { refundBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService({ DATABASE_POOL_SIZE: "1" });
const api = setUpApi(service);
const cardholder = setUpCardholder(api);

test("refunds wait for one another, and never for a second connection", async () => {
  const paymentId = await createSealedPayment(api, cardholder);
  const refund = (body: ReturnType<typeof refundBody>) =>
    api.post(`/payments/gateway_one/${paymentId}/refunds`, { body });
  const bodies = Array.from({ length: 5 }, () => refundBody({ amount: 1 }));
  const [repeated = refundBody()] = bodies;
  const answers = await Promise.all([repeated, ...bodies].map(refund));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 201, 201, 201, 201, 201]);

  // As between the two statements of an erasure: the record still leads to where the refund was.
  await pool().query(
    "UPDATE idempotency_record SET card_index = $1 WHERE payment_id LIKE 'ref_%'",
    [randomBytes(32)],
  );
  assert.equal((await refund(repeated)).status, 200);
});
