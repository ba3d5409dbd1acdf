import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { registerCardholder } from "#lib/testing/api-client.ts";
import { createErasureStage } from "#lib/testing/erasure-stage.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
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

async function readCompletion(userId: string) {
  const { rows } = await pool().query<{ erasedAt: Date; completedAt: Date | null }>(
    `SELECT erased_at AS "erasedAt", completed_at AS "completedAt"
     FROM erasure WHERE cardholder_id = $1`,
    [userId],
  );
  return rows[0];
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
