import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { firstIdAt } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { deleteSums } from "./store/hours.ts";
import { type SumRange, selectSums, sumStatement } from "./store/sums.ts";
import { rebuildSums, sumHours } from "./sum-hours.ts";
import { unlinkCardholder } from "./unlink.ts";

const HOUR_MS = 60 * 60 * 1000;
const tenant = { organizationId: "org_sums", environment: "development" } as const;
const old = "created_at < now() - interval '2 hours'";

setUpTestService();

const end = new Date();
const start = new Date(Math.floor(end.getTime() / HOUR_MS - 7) * HOUR_MS);
const range = {
  atOrAfter: firstIdAt("payment", start),
  before: firstIdAt("payment", new Date(end.getTime() + HOUR_MS)),
  start,
  end,
  bucketSeconds: HOUR_MS / 1000,
};

beforeEach(async () => {
  await pool().query("DELETE FROM payment_event");
  await pool().query("DELETE FROM payment");
  await deleteSums();
  await fillPayments({ organizationId: "org_sums", count: 600, spanMs: 6 * HOUR_MS });
  await fillPayments({ organizationId: "org_else", count: 200, spanMs: 6 * HOUR_MS });
  await pool().query(
    `INSERT INTO payment_event (organization_id, environment, payment_id, kind)
     SELECT organization_id, environment, id, 'opened' FROM payment
     WHERE receipt_status = 'sealed' AND id < $1 AND transaction_id LIKE '%1-%'`,
    [firstIdAt("payment", new Date(Date.now() - 3 * HOUR_MS))],
  );
});

/** By hour and currency, without those in which nothing is left; openings have no hour of their own. */
async function readFigures(which: SumRange = range) {
  const rows = await selectSums(tenant, which);
  const paid = rows.filter(({ payments }) => payments > 0);
  return {
    paid: paid.toSorted((a, b) => compare(a.at, b.at) || compare(a.currency, b.currency)),
    opened: rows.reduce((sum, { opened }) => sum + opened, 0),
    rest: rows.filter((row) => row.payments <= 0 && (row.payments < 0 || row.amount !== 0)),
  };
}

function compare<T extends Date | string>(one: T, other: T): number {
  if (one < other) return -1;
  return one > other ? 1 : 0;
}

/** The figures by the sums are those that the payments themselves have. */
async function assertTrue(which: SumRange = range): Promise<void> {
  const bySums = await readFigures(which);
  const { rows } = await pool().query("SELECT until FROM payment_sum_progress");
  await pool().query("UPDATE payment_sum_progress SET until = 'epoch'");
  const byPayments = await readFigures(which);
  await pool().query("UPDATE payment_sum_progress SET until = $1", [rows[0].until]);
  assert.ok(byPayments.paid.length > 3);
  assert.deepEqual(bySums.rest, []);
  assert.deepEqual(bySums, byPayments);
}

async function countRows(condition = "true"): Promise<number> {
  const { rows } = await pool().query(`SELECT count(*) FROM payment_sum WHERE ${condition}`);
  return rows[0].count;
}

test("the sums are those of the payments, and a second run has nothing to do", async () => {
  await sumHours();
  await assertTrue();
  const { rows } = await pool().query("SELECT until FROM payment_sum_progress");
  const { until } = rows[0];
  assert.ok(end.getTime() - until.getTime() < 1.5 * HOUR_MS && until < end, until);
  const count = await countRows();
  await sumHours();
  assert.equal(await countRows(), count);
});

describe("what changes in an hour that was summed counts", () => {
  const changes: [name: string, statement: string][] = [
    ["a result", `UPDATE payment SET status = 'succeeded' WHERE status <> 'succeeded' AND ${old}`],
    [
      "a hand-over",
      `UPDATE payment SET receipt_status = 'sealed' WHERE receipt_status = 'escrowed' AND ${old}`,
    ],
    ["an end", `UPDATE payment SET status = 'canceled', receipt_status = 'void' WHERE ${old}`],
    ["a removal", `DELETE FROM payment WHERE gateway = 'gateway_two' AND ${old}`],
    [
      "an opening",
      `INSERT INTO payment_event (organization_id, environment, payment_id, kind)
       SELECT organization_id, environment, id, 'opened' FROM payment
       WHERE currency = 'eur' AND ${old} ON CONFLICT DO NOTHING`,
    ],
    ["the removal of an opening", "DELETE FROM payment_event WHERE kind = 'opened'"],
  ];
  for (const [name, statement] of changes) {
    test(name, async () => {
      await sumHours();
      const before = await readFigures();
      await pool().query(statement);
      assert.ok((await countRows("is_change")) > 0);
      assert.notDeepEqual(await readFigures(), before);
      await assertTrue();
      await sumHours();
      assert.equal(await countRows("is_change"), 0);
      await assertTrue();
      await rebuildSums();
      await assertTrue();
    });
  }

  test("an erasure", async () => {
    await sumHours();
    const { rows } = await pool().query(
      `SELECT cardholder_id AS "userId", environment FROM payment
       WHERE organization_id = 'org_sums' AND receipt_status = 'sealed' AND ${old} LIMIT 1`,
    );
    const unlinked = await inTransaction((transaction) => unlinkCardholder(transaction, rows[0]));
    assert.ok(unlinked.erased > 0);
    assert.ok((await countRows("is_change")) > 0);
    await assertTrue();
  });
});

test("a change that is not committed yet when its hour is summed counts once it is", async () => {
  await inTransaction(async (transaction) => {
    await transaction.query(`UPDATE payment SET receipt_status = 'erased' WHERE ${old}`);
    await sumHours();
    await assertTrue();
  });
  await assertTrue();
  await sumHours();
  await assertTrue();
});

test("a change before the first sum is not counted twice", async () => {
  await pool().query(`UPDATE payment SET receipt_status = 'erased' WHERE ${old}`);
  await assertTrue();
  await sumHours();
  assert.equal(await countRows("is_change"), 0);
  await assertTrue();
});

test("a period may begin and end within hours that are summed", async () => {
  await sumHours();
  const from = new Date(start.getTime() + 0.3 * HOUR_MS);
  const to = new Date(end.getTime() - 2.4 * HOUR_MS);
  await assertTrue({
    ...range,
    atOrAfter: firstIdAt("payment", from),
    before: firstIdAt("payment", to),
    start: new Date(start.getTime() + HOUR_MS),
    end: to,
  });
});

test("a period may lie within one hour", async () => {
  await sumHours();
  const from = new Date(start.getTime() + 2.2 * HOUR_MS);
  const to = new Date(start.getTime() + 2.6 * HOUR_MS);
  const within = { atOrAfter: firstIdAt("payment", from), before: firstIdAt("payment", to) };
  const next = new Date(start.getTime() + 3 * HOUR_MS);
  const figures = await readFigures({ ...range, ...within, start: next, end: to });
  const payments = figures.paid.reduce((sum, row) => sum + row.payments, 0);
  const { rows } = await pool().query(
    "SELECT count(*) FROM payment WHERE organization_id = 'org_sums' AND id >= $1 AND id < $2",
    [within.atOrAfter, within.before],
  );
  assert.ok(payments > 10);
  assert.equal(payments, rows[0].count);
});

test("a payment that was created just now leaves no change when it is settled", async () => {
  await sumHours();
  await fillPayments({ organizationId: "org_sums", count: 10 });
  const { rowCount } = await pool().query(
    "UPDATE payment SET status = 'failed' WHERE created_at > now() - interval '1 minute'",
  );
  assert.ok(Number(rowCount) >= 10);
  assert.equal(await countRows("is_change"), 0);
  await assertTrue();
});

test("the figures of hours that are summed are read without their payments", async () => {
  await rebuildSums();
  // Others have so many sums that reading the whole table is never the cheaper plan.
  await pool().query(
    `INSERT INTO payment_sum (organization_id, environment, hour, currency, is_change,
       gateway, status, receipt_status, payments)
     SELECT 'org_else', environment, hour - n * interval '1 day', currency, is_change,
       gateway, status, receipt_status, payments
     FROM payment_sum, generate_series(1, 60) n WHERE currency <> ''`,
  );
  await pool().query("VACUUM ANALYZE payment, payment_sum, payment_event");
  const to = new Date(Math.floor(end.getTime() / HOUR_MS - 2) * HOUR_MS);
  const closed = { ...range, end: to, before: firstIdAt("payment", to) };
  const { plan, buffers } = await explainQuery(sumStatement(tenant, closed));
  assert.match(plan, /Index Scan using payment_sum_pkey|Bitmap Index Scan on payment_sum_pkey/);
  assert.ok(buffers <= 40, `${buffers} buffers\n${plan}`);
});
