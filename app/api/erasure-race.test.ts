import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import { paymentRequest } from "#lib/contract/receipt-fields.ts";
import { STRIPE_TEST_KEY, startStripeStandIn } from "#lib/gateways/testing/stripe-stand-in.ts";
import { eraseLatePayments } from "#lib/services/onboarding/erase-late-payments.ts";
import { finishPendingPayments } from "#lib/services/payments/finish-pending-payments.ts";
import { identifyPayment } from "#lib/services/payments/payment-identity.ts";
import { onConnection, pool } from "#lib/storage/database.ts";
import {
  type Answer,
  type ApiClient,
  createApiClient,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { connectTestGateway } from "#lib/testing/connect-test-gateway.ts";
import { eraseUser } from "#lib/testing/erase-user.ts";
import {
  createTestKey,
  createTestOrganization,
  startTestService,
  type TestService,
} from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const PAY = "/payments/gateway_one/create";

const parts = new AsyncDisposableStack();
let stripe: Awaited<ReturnType<typeof startStripeStandIn>>;
let service: TestService;
let key: string;
let api: ApiClient;
/** Pays in the sandbox. */
let sandbox: ApiClient;
/** Pays through the stand-in. */
let merchant: ApiClient;
let holder: TestCardholder;
before(async () => {
  stripe = parts.use(await startStripeStandIn());
  service = await startTestService({ STRIPE_API_BASE: stripe.url, GATEWAY_TIMEOUT_MS: "5000" });
  parts.defer(() => service.close());
  key = await createTestKey();
  api = createApiClient(service, key);
  sandbox = createApiClient(service, await createTestKey());
  const organizationId = await createTestOrganization();
  merchant = createApiClient(service, await createTestKey({ organizationId }));
  const tenant = { organizationId, environment: "development" } as const;
  await connectTestGateway(tenant, "gateway_one", "stripe", {
    secretKey: STRIPE_TEST_KEY,
    webhookSecret: "whsec_test_of_erasure",
  });
});
after(() => parts.disposeAsync());
beforeEach(async () => {
  holder = await registerCardholder(api);
});

const range = (length: number) => Array.from({ length }, (_, index) => index);

async function erase(userId = holder.userId) {
  const { status, body } = await eraseUser(service, userId, key);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

const bodyFor = (fields = {}) => paymentBody({ recipientHashedPan: holder.hashedPan, ...fields });

async function read(client: ApiClient, paymentId: string) {
  const { body } = await client.get(`/payments/gateway_one/${paymentId}`);
  return [body.data.status, body.data.veroMetadata.receiptStatus];
}

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
  assert.equal((await erase()).erasedReceipts, 1);
  held.carryOut();
  held.answer();

  const made = await paying;
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { paymentId, clientSecret } = made.body.data;
  assert.deepEqual(await read(merchant, paymentId), ["requires_confirmation", "erased"]);
  const again = await merchant.post(PAY, { body });
  assert.deepEqual([again.status, again.body.data.clientSecret], [200, clientSecret]);
  assert.equal(await countTraces(), 0);
});

test("a payment whose gateway gave no answer meanwhile is finished by the retry", async () => {
  const asked = stripe.hold(({ method }) => method === "POST");
  const body = bodyFor();
  const paying = merchant.post(PAY, { body });
  const held = await asked;
  await erase();
  held.answer();
  stripe.misbehave("lost");
  const first = await paying;
  const second = first.status === 503 ? await merchant.post(PAY, { body }) : first;
  assert.ok([200, 201].includes(second.status), JSON.stringify(second.body));
  assert.equal(await countTraces(), 0);
});

test("a payment without an answer is released, and finished by the job", async () => {
  const body = bodyFor({ paymentMethod: "sandbox_timeout" });
  const paying = sandbox.post(PAY, { body });
  await until(async () => {
    const { rows } = await pool().query("SELECT FROM payment WHERE receipt_id = $1", [
      body.receiptId,
    ]);
    return rows.length === 1;
  });
  await erase();
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
  assert.deepEqual(await read(sandbox, rows[0].id), ["succeeded", "erased"]);
});

test("a payment that is stored after the erasure of its recipient is erased by the job", async () => {
  const body = bodyFor();
  const { naturalKeyHash } = identifyPayment(
    "gateway_one",
    paymentRequest.parse(body),
    undefined,
    serviceSecrets().fingerprintKeys,
  );
  const paying = await onConnection(async (connection) => {
    // Whoever stores a payment waits for this record to be committed or not.
    const { rows } = await pool().query(
      "SELECT organization_id AS id FROM api_key ORDER BY created_at DESC LIMIT 1 OFFSET 1",
    );
    await connection.query("BEGIN");
    await connection.query(
      `INSERT INTO idempotency_record (organization_id, environment, key_hash, fingerprint,
         key_version, card_index, payment_id, created_at)
       VALUES ($1, 'development', $2, '', 1, '', 'pay_none', now())`,
      [rows[0].id, naturalKeyHash],
    );
    const payment = sandbox.post(PAY, { body });
    await until(async () => {
      const { rows: waiting } = await pool().query(
        `SELECT FROM pg_stat_activity WHERE wait_event = 'transactionid'
           AND query LIKE '%INSERT INTO idempotency_record%' AND datname = current_database()`,
      );
      return waiting.length > 0;
    });
    assert.equal((await erase()).erasedReceipts, 0);
    await connection.query("ROLLBACK");
    return payment;
  });
  const { status, body: answer } = await paying;
  assert.equal(status, 201, JSON.stringify(answer));
  const { paymentId } = answer.data;
  assert.deepEqual(await read(sandbox, paymentId), ["succeeded", "sealed"]);
  assert.ok((await countTraces()) > 0);

  await eraseLatePayments();
  assert.deepEqual(await read(sandbox, paymentId), ["succeeded", "erased"]);
  assert.equal(await countTraces(), 0);
  const { rows } = await pool().query(
    "SELECT erased_receipts FROM erasure WHERE cardholder_id = $1",
    [holder.userId],
  );
  assert.deepEqual(rows, [{ erased_receipts: 1 }]);
});

test("a grant or an opening at the same time either comes first or fails", async () => {
  for (const _ of range(8)) {
    const user = await registerCardholder(api);
    const { body } = await sandbox.post(PAY, {
      body: paymentBody({ recipientHashedPan: user.hashedPan }),
    });
    const { paymentId } = body.data;
    const tokens = await Promise.all(range(6).map(() => grant(api, user)));
    const open = (tokenId: string) =>
      api.post("/payments/envelope", { body: { paymentId, tokenId } });
    const { userId, keyId } = user;
    const grantOne = () => api.post("/keys/grant-access", { body: { userId, keyId } });
    const answers = await Promise.all<Answer>([
      ...tokens.slice(0, 3).map(open),
      grantOne(),
      eraseUser(service, userId, key),
      eraseUser(service, userId, key),
      grantOne(),
      ...tokens.slice(3).map(open),
    ]);
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual([statuses[4], statuses[5]].sort(), [200, 404]);
    for (const status of statuses.filter((_, index) => index < 3 || index > 6)) {
      assert.ok([200, 403, 409].includes(status), String(status));
    }
    for (const status of [statuses[3], statuses[6]]) {
      assert.ok([201, 404].includes(status ?? 0), String(status));
    }
    const { rows } = await pool().query(
      "SELECT FROM access_token WHERE cardholder_id = $1 AND key_id IS NOT NULL",
      [userId],
    );
    assert.equal(rows.length, 0, "no token outlives its cardholder");
  }
});

test("tills that go on while the card is erased and registered again lose nothing", async () => {
  const { publicKey, keyId } = holder;
  const counts: number[] = [];
  for (const round of range(8)) {
    const hashedPan = randomHashedPan();
    const register = () =>
      api.post("/onboarding/register", { body: { hashedPan, publicKey, keyId } });
    const first = await register();
    const bodies: Record<string, unknown>[] = [];
    const answers: Answer[] = [];
    const again = Promise.withResolvers<Answer>();
    const unpaid = range(16);
    const till = async () => {
      while (unpaid.pop() !== undefined) {
        if (unpaid.length === 6 + (round % 4)) {
          again.resolve(erase(first.body.data.userId).then(register));
        }
        const body = paymentBody({ recipientHashedPan: hashedPan });
        bodies.push(body);
        answers.push(await sandbox.post(PAY, { body }));
      }
    };
    await Promise.all(range(4).map(till));
    const second = await again.promise;
    for (const { status, body } of [second, ...answers]) {
      assert.equal(status, 201, JSON.stringify(body));
    }
    await eraseLatePayments();

    const { body: page } = await api.get(`/receipts/${second.body.data.userId}?limit=100`);
    const theirs = new Set(page.data.receipts.map((r: { paymentId: string }) => r.paymentId));
    const erased: string[] = [];
    for (const { body } of answers) {
      const { paymentId } = body.data;
      const expected = theirs.has(paymentId) ? "sealed" : "erased";
      assert.deepEqual(await read(sandbox, paymentId), ["succeeded", expected]);
      if (expected === "erased") erased.push(paymentId);
    }
    const { rows } = await pool().query(
      "SELECT erased_receipts AS count FROM erasure WHERE cardholder_id = $1",
      [first.body.data.userId],
    );
    assert.equal(rows[0].count, erased.length);
    for (const body of bodies) {
      const repeated = await sandbox.post(PAY, { body });
      assert.equal(repeated.status, 200, JSON.stringify(repeated.body));
    }
    counts.push(erased.length);
  }
  assert.ok(counts.filter((count) => count > 0 && count < 16).length >= 4, counts.join(", "));
});
