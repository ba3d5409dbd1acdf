import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { eraseLatePayments } from "#lib/cardholders/erase.ts";
import {
  STRIPE_TEST_KEY,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { identifyPayment } from "#lib/payments/idempotency.ts";
import { paymentRequest } from "#lib/receipts/contract.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool } from "#lib/storage/database.ts";
import { onConnection } from "#lib/storage/transaction.ts";
import {
  paymentBody,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { connectTestGateway } from "#lib/testing/connect-test-gateway.ts";
import { createErasureStage, readStatuses } from "#lib/testing/erasure-stage.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { withImpatience } from "#lib/testing/test-config.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const PAY = "/payments/gateway_one/create";

const stripe = setUp(startStripeStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  GATEWAY_TIMEOUT_MS: "5000",
}));
const stage = setUp(() => createErasureStage(service));
/** Pays through the stand-in; the merchant of the stage does in the sandbox. */
const merchant = setUpApi(service);
let holder: TestCardholder;
setUp(async () => {
  const tenant = { organizationId: merchant.organizationId, environment: "development" } as const;
  await connectTestGateway(tenant, "gateway_one", "stripe", {
    secretKey: STRIPE_TEST_KEY,
    webhookSecret: "whsec_test_of_erasure",
  });
});
beforeEach(async () => {
  holder = await registerCardholder(stage.api);
});

const bodyFor = (fields = {}) => paymentBody({ recipientHashedPan: holder.hashedPan, ...fields });

/** Payments and records that still lead to the card. */
async function countTraces(hashedPan = holder.hashedPan): Promise<number> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM payment WHERE card_index = $1)
          + (SELECT count(*) FROM idempotency_record WHERE card_index = $1) AS count`,
    [serviceSecrets().cardIndexer.index(hashedPan).value],
  );
  return rows[0].count;
}

test("a payment that is at its gateway meanwhile gets its result", async () => {
  const asked = stripe.hold(({ method }) => method === "POST");
  const body = bodyFor();
  const paying = merchant.post(PAY, { body });
  const held = await asked;
  assert.equal((await stage.erase(holder.userId)).erasedReceipts, 1);
  held.carryOut();
  held.answer();

  const made = await paying;
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { paymentId, clientSecret } = made.body.data;
  assert.deepEqual(await readStatuses(merchant, paymentId), ["requires_confirmation", "erased"]);
  const again = await merchant.post(PAY, { body });
  assert.deepEqual([again.status, again.body.data.clientSecret], [200, clientSecret]);
  assert.equal(await countTraces(), 0);
});

test("a payment whose gateway gave no answer meanwhile is finished by the retry", async () => {
  stripe.misbehave("silent", { method: "POST" });
  const asked = stripe.requests.length;
  const body = bodyFor();
  const first = await withImpatience(async () => {
    const paying = merchant.post(PAY, { body });
    await until(async () => stripe.requests.length > asked);
    await stage.erase(holder.userId);
    return await paying;
  });
  assert.equal(first.status, 503, JSON.stringify(first.body));
  const second = await merchant.post(PAY, { body });
  assert.equal(second.status, 201, JSON.stringify(second.body));
  const { paymentId } = second.body.data;
  assert.deepEqual(await readStatuses(merchant, paymentId), ["requires_confirmation", "erased"]);
  assert.equal(await countTraces(), 0);
});

test("a payment without an answer is released, and finished by the job", async () => {
  const body = bodyFor({ paymentMethod: "sandbox_timeout" });
  const paying = stage.merchant.post(PAY, { body });
  await until(async () => {
    const { rows } = await pool().query("SELECT FROM payment WHERE receipt_id = $1", [
      body.receiptId,
    ]);
    return rows.length === 1;
  });
  await stage.erase(holder.userId);
  assert.equal((await paying).status, 503);
  const { rows } = await pool().query(
    "SELECT id, claimed_until, status FROM payment WHERE receipt_id = $1",
    [body.receiptId],
  );
  assert.deepEqual([rows[0].claimed_until, rows[0].status], [null, "pending"]);

  await pool().query("UPDATE payment SET updated_at = now() - interval '1 hour' WHERE id = $1", [
    rows[0].id,
  ]);
  await finishPendingPayments();
  assert.deepEqual(await readStatuses(stage.merchant, rows[0].id), ["succeeded", "erased"]);
});

test("a payment that is stored after the erasure of its recipient is erased by the job", async () => {
  const body = bodyFor();
  const { naturalKeyHash } = identifyPayment("gateway_one", paymentRequest.parse(body), undefined);
  const paying = await onConnection(async (connection) => {
    // Whoever stores a payment waits for this record to be committed or not.
    await connection.query("BEGIN");
    await connection.query(
      `INSERT INTO idempotency_record (organization_id, environment, key_hash, fingerprint,
         key_version, card_index, payment_id, created_at)
       VALUES ($1, 'development', $2, '', 1, '', 'pay_none', now())`,
      [stage.merchantId, naturalKeyHash],
    );
    const payment = stage.merchant.post(PAY, { body });
    await until(async () => {
      const { rows: waiting } = await pool().query(
        `SELECT FROM pg_stat_activity WHERE wait_event = 'transactionid'
           AND query LIKE '%WITH intent%' AND datname = current_database()`,
      );
      return waiting.length > 0;
    });
    assert.equal((await stage.erase(holder.userId)).erasedReceipts, 0);
    await connection.query("ROLLBACK");
    return payment;
  });
  const { status, body: answer } = await paying;
  assert.equal(status, 201, JSON.stringify(answer));
  const { paymentId } = answer.data;
  assert.deepEqual(await readStatuses(stage.merchant, paymentId), ["succeeded", "sealed"]);
  assert.ok((await countTraces()) > 0);

  await eraseLatePayments();
  assert.deepEqual(await readStatuses(stage.merchant, paymentId), ["succeeded", "erased"]);
  assert.equal(await countTraces(), 0);
  const { rows } = await pool().query(
    "SELECT erased_receipts FROM erasure WHERE cardholder_id = $1",
    [holder.userId],
  );
  assert.deepEqual(rows, [{ erased_receipts: 1 }]);
});
