import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  grant,
  randomHashedPan,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService();
const api = setUpApi(service);
const pair = setUp(() => api.call("POST /api/v1/onboarding/generate-keys"));

async function register(hashedPan: string, key?: string) {
  const { publicKey, keyId } = pair;
  const body = { hashedPan, publicKey, keyId };
  return await api.post("/onboarding/register", { body, ...(key === undefined ? {} : { key }) });
}

async function decrypt(paymentId: string, userId: string) {
  const tokenId = await grant(api, { ...pair, userId });
  const { privateKey } = pair;
  return await api.post("/payments/decrypt", { body: { paymentId, tokenId, privateKey } });
}

async function readRow(paymentId: string) {
  const { rows } = await pool().query("SELECT * FROM payment WHERE id = $1", [paymentId]);
  return rows[0];
}

async function countWaitingForLocks(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event = 'advisory'`,
  );
  return rows[0]?.count ?? 0;
}

describe("escrow hand-over", () => {
  test("what waited for the card is delivered, and opens with the new key", async () => {
    const hashedPan = randomHashedPan();
    const paymentIds = [
      await createSealedPayment(api, { hashedPan }, { note: "first" }),
      await createSealedPayment(api, { hashedPan }, { note: "second" }),
    ];
    const { status, body } = await register(hashedPan);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.data.deliveredReceipts, 2);

    const opened = [];
    for (const paymentId of paymentIds) opened.push(await decrypt(paymentId, body.data.userId));
    assert.deepEqual(
      opened.map((answer) => answer.body.data.note),
      ["first", "second"],
    );
  });

  test("the escrow wrap is gone, and the ciphertext is untouched", async () => {
    const hashedPan = randomHashedPan();
    const paymentId = await createSealedPayment(api, { hashedPan });
    const waiting = await readRow(paymentId);
    assert.deepEqual([waiting.receipt_status, waiting.key_id], ["escrowed", null]);

    await register(hashedPan);
    const delivered = await readRow(paymentId);
    assert.deepEqual([delivered.receipt_status, delivered.key_id], ["sealed", pair.keyId]);
    assert.equal(delivered.escrow_version, null);
    assert.notDeepEqual(delivered.encrypted_key, waiting.encrypted_key);
    assert.deepEqual(delivered.ciphertext, waiting.ciphertext);
  });

  test("the merchant and the cardholder see the receipt change hands", async () => {
    const hashedPan = randomHashedPan();
    const paymentId = await createSealedPayment(api, { hashedPan });
    const path = `/payments/gateway_one/${paymentId}`;
    const { body: waiting } = await api.get(path);
    assert.equal(waiting.data.veroMetadata.receiptStatus, "escrowed");
    assert.equal(waiting.data.veroMetadata.keyId, null);

    const { body: registered } = await register(hashedPan);
    const { body: delivered } = await api.get(path);
    assert.equal(delivered.data.veroMetadata.receiptStatus, "sealed");
    assert.equal(delivered.data.veroMetadata.keyId, pair.keyId);
    const { body: listed } = await api.get(`/receipts/${registered.data.userId}`);
    assert.deepEqual(
      listed.data.receipts.map((receipt: { paymentId: string }) => receipt.paymentId),
      [paymentId],
    );
  });

  test("another merchant's receipt of the card is handed over too", async () => {
    const hashedPan = randomHashedPan();
    const merchant = createApiClient(service, await createTestKey());
    const paymentId = await createSealedPayment(merchant, { hashedPan }, { note: "elsewhere" });
    const { body } = await register(hashedPan);
    assert.equal(body.data.deliveredReceipts, 1);
    assert.equal((await decrypt(paymentId, body.data.userId)).body.data.note, "elsewhere");
  });

  test("a repeated registration repeats the answer and hands nothing over again", async () => {
    const hashedPan = randomHashedPan();
    const paymentId = await createSealedPayment(api, { hashedPan });
    const first = await register(hashedPan);
    const row = await readRow(paymentId);
    const again = await register(hashedPan);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.deepEqual(await readRow(paymentId), row);
  });

  test("another card's receipt, and another environment's, stay where they are", async () => {
    const hashedPan = randomHashedPan();
    const staging = await createTestKey({
      organizationId: api.organizationId,
      environment: "staging",
    });
    const elsewhere = createApiClient(service, staging);
    const stranger = await createSealedPayment(api, { hashedPan: randomHashedPan() });
    const inStaging = await createSealedPayment(elsewhere, { hashedPan });

    const { body } = await register(hashedPan);
    assert.equal(body.data.deliveredReceipts, 0);
    assert.equal((await readRow(stranger)).receipt_status, "escrowed");
    assert.equal((await readRow(inStaging)).receipt_status, "escrowed");
    assert.equal((await register(hashedPan, staging)).body.data.deliveredReceipts, 1);
  });

  test("a refused registration hands nothing over", async () => {
    const hashedPan = randomHashedPan();
    const paymentId = await createSealedPayment(api, { hashedPan });
    const { keyId } = pair;
    const body = { hashedPan, keyId, publicKey: pair.privateKey };
    const answer = await api.post("/onboarding/register", { body });
    assertError(answer, { status: 400, code: "invalid_request" });
    assert.equal((await readRow(paymentId)).receipt_status, "escrowed");
  });

  test("escrow has ended after 180 days: nothing is handed over", async () => {
    const hashedPan = randomHashedPan();
    const ended = await createSealedPayment(api, { hashedPan });
    const lastDay = await createSealedPayment(api, { hashedPan });
    const age = "UPDATE payment SET escrowed_at = now() - $2::interval WHERE id = $1";
    await pool().query(age, [ended, "180 days 1 minute"]);
    await pool().query(age, [lastDay, "179 days 23 hours"]);

    const { body } = await register(hashedPan);
    assert.equal(body.data.deliveredReceipts, 1);
    assert.equal((await decrypt(lastDay, body.data.userId)).status, 200);
    const answer = await decrypt(ended, body.data.userId);
    assertError(answer, { status: 409, code: "conflict" });
  });

  test("a receipt that was sealed for escrow during the registration goes to the cardholder instead", async () => {
    const hashedPan = randomHashedPan();
    const { value: index } = serviceSecrets().cardIndexer.index(hashedPan);
    const lock = await pool().connect();
    await lock.query("BEGIN");
    await lock.query("SELECT pg_advisory_xact_lock($1)", [Buffer.from(index).readBigInt64BE()]);

    const registering = register(hashedPan);
    await until(async () => (await countWaitingForLocks()) === 1);
    const paying = createSealedPayment(api, { hashedPan });
    await until(async () => (await countWaitingForLocks()) === 2);
    await lock.query("COMMIT");
    lock.release();

    assert.equal((await registering).body.data.deliveredReceipts, 0);
    const row = await readRow(await paying);
    assert.deepEqual([row.receipt_status, row.key_id], ["sealed", pair.keyId]);
  });

  test("payments after the registration need no escrow", async () => {
    const holder = await registerCardholder(api);
    const row = await readRow(await createSealedPayment(api, holder));
    assert.deepEqual([row.receipt_status, row.key_id], ["sealed", holder.keyId]);
    assert.equal(row.escrow_version, null);
  });
});
