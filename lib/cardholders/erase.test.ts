import assert from "node:assert/strict";
import { test } from "node:test";
import { updateResult } from "#lib/payments/store/result.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { pool } from "#lib/storage/database.ts";
import { onConnection } from "#lib/storage/transaction.ts";
import { registerCardholder } from "#lib/testing/api-client.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { createErasureStage } from "#lib/testing/erasure-stage.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { eraseLatePayments } from "./erase.ts";

const RECEIPTS = 2_300;
const PAGE = 1_000;

const service = setUpTestService();
const stage = setUp(() => createErasureStage(service));

async function readErased(userId: string) {
  const { rows } = await pool().query(
    `SELECT erased_receipts AS "erasedReceipts",
            (SELECT count(*) FROM payment WHERE cardholder_id = $1) AS left
     FROM erasure WHERE cardholder_id = $1`,
    [userId],
  );
  return rows[0];
}

/** The most receipts that one transaction has erased: each row has the transaction that wrote it. */
async function readLargestPage(): Promise<number> {
  const { rows } = await pool().query(
    `SELECT max(count) AS count FROM (
       SELECT count(*) FROM payment_event WHERE kind = 'erased' GROUP BY xmin::text) pages`,
  );
  return rows[0].count;
}

test("thousands of receipts are erased a page at a time, and all of them", async () => {
  const { userId } = await registerCardholder(stage.api);
  await fillPayments({ cardholderId: userId, count: RECEIPTS });
  const { erasedReceipts } = await stage.erase(userId);
  assert.equal(erasedReceipts, RECEIPTS);
  assert.deepEqual(await readErased(userId), { erasedReceipts: RECEIPTS, left: 0 });
  assert.equal(await readLargestPage(), PAGE);
  const { rows } = await pool().query(
    `SELECT after FROM audit_entry WHERE action = 'cardholder.erased' AND target = $1`,
    [userId],
  );
  assert.deepEqual(rows, [{ after: { erasedReceipts: RECEIPTS } }]);
});

test("the job erases what a process that died has left", async () => {
  const { userId } = await registerCardholder(stage.api);
  await stage.erase(userId);
  // As if the process had ended after the transaction that takes the keys.
  await fillPayments({ cardholderId: userId, count: RECEIPTS });
  await eraseLatePayments();
  assert.deepEqual(await readErased(userId), { erasedReceipts: RECEIPTS, left: 0 });
  assert.equal(await readLargestPage(), PAGE);
});

async function isComplete(userId: string): Promise<boolean> {
  const { rows } = await pool().query(
    "SELECT completed_at IS NOT NULL AS complete FROM erasure WHERE cardholder_id = $1",
    [userId],
  );
  return rows[0].complete;
}

async function moveBack(userId: string, days: number): Promise<void> {
  await pool().query(
    "UPDATE erasure SET erased_at = erased_at - make_interval(days => $2) WHERE cardholder_id = $1",
    [userId, days],
  );
}

test("the job erases what is left of an erasure, however long the service was down", async () => {
  const { userId } = await registerCardholder(stage.api);
  await stage.erase(userId);
  await fillPayments({ cardholderId: userId, count: RECEIPTS });
  await moveBack(userId, 10);
  await eraseLatePayments();
  assert.deepEqual(await readErased(userId), { erasedReceipts: RECEIPTS, left: 0 });
});

test("an erasure is complete once nothing was left a day later, and not before", async () => {
  const { userId } = await registerCardholder(stage.api);
  await stage.erase(userId);
  await eraseLatePayments();
  assert.equal(await isComplete(userId), false);
  await moveBack(userId, 2);
  await fillPayments({ cardholderId: userId, count: 1 });
  await eraseLatePayments();
  assert.deepEqual(await readErased(userId), { erasedReceipts: 1, left: 0 });
  assert.equal(await isComplete(userId), true);
});

test("a payment that fails between two pages leads to the card no longer, either", async () => {
  const { userId, hashedPan } = await registerCardholder(stage.api);
  await fillPayments({ cardholderId: userId, count: RECEIPTS });
  const { value: cardIndex } = serviceSecrets().cardIndexer.index(hashedPan);
  const { rows } = await pool().query(
    "SELECT id FROM payment WHERE cardholder_id = $1 ORDER BY id DESC LIMIT 2",
    [userId],
  );
  const [open, held] = rows.map(({ id }) => id);
  await pool().query("UPDATE payment SET status = 'pending', card_index = $2 WHERE id = $1", [
    open,
    cardIndex,
  ]);
  await onConnection(async (connection) => {
    await connection.query("BEGIN");
    await connection.query("SELECT FROM payment WHERE id = $1 FOR UPDATE", [held]);
    const erasing = stage.erase(userId);
    await until(async () => (await countWaiting(pool())) > 0);
    const key = { environment: "development", cardIndex, id: open } as const;
    await updateResult(key, { status: "failed", declineCode: "no", attempt: null });
    await connection.query("COMMIT");
    await erasing;
  });
  const { rows: linked } = await pool().query(
    "SELECT id FROM payment WHERE card_index = $1 OR cardholder_id = $2",
    [cardIndex, userId],
  );
  assert.deepEqual(linked, []);
});

test("the job forgets events that were published during the erasure", async () => {
  const { userId } = await registerCardholder(stage.api);
  await stage.erase(userId);
  await pool().query(
    `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, cardholder_id, data)
     SELECT 'org', 'development', row_number() OVER (), 'evt_' || type, type, now(), 'pay_1', $1, data
     FROM (VALUES ('receipt.delivered', '{"userId": "usr_1"}'::json),
                  ('payment.succeeded', '{"veroMetadata": {"amount": 1, "keyId": "key_1"}}')) AS given (type, data)`,
    [userId],
  );
  await eraseLatePayments();
  const { rows } = await pool().query(
    "SELECT type, subject, cardholder_id AS holder, data FROM event WHERE organization_id = 'org' ORDER BY id",
  );
  assert.deepEqual(rows, [
    {
      type: "payment.succeeded",
      subject: "pay_1",
      holder: null,
      data: { veroMetadata: { amount: 1, keyId: null } },
    },
    { type: "forgotten", subject: "", holder: null, data: {} },
  ]);
});
