import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { actOfOperator } from "#lib/audit/act.ts";
import { eraseCardholder } from "#lib/cardholders/erase.ts";
import { updateToDelivered } from "#lib/escrow/store.ts";
import { deleteSums } from "#lib/payments/store/hours.ts";
import { rebuildSums, sumHours } from "#lib/payments/sum-hours.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillCardholders } from "#lib/testing/fill-cardholders.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import {
  countCardholders,
  openedStatement,
  sealedStatement,
  selectBucketCounts,
} from "./store-issuer.ts";

const HOUR_MS = 60 * 60 * 1000;
const tenant = { organizationId: "org_issuer", environment: "development" } as const;
const old = "created_at < now() - interval '2 hours'";

setUpTestService();

const now = Date.now();
const start = Math.floor(now / HOUR_MS - 7) * HOUR_MS;
const period = (from: number, to: number) => ({
  from: new Date(from),
  to: new Date(to),
  bucketSeconds: HOUR_MS / 1000,
});
const periods = [
  period(start, now + HOUR_MS),
  period(start + 2 * HOUR_MS, now - 2.4 * HOUR_MS),
  period(start + 3 * HOUR_MS, start + 3.5 * HOUR_MS),
];

beforeEach(async () => {
  for (const table of [
    "payment",
    "pending_payment",
    "payment_event",
    "cardholder",
    "access_token",
    "erasure",
  ]) {
    await pool().query(`DELETE FROM ${table}`);
  }
  await deleteSums();
  // Of merchants that the issuer knows nothing of, and as many payments of cardholders of nobody.
  await fillPayments({ count: 600, spanMs: 6 * HOUR_MS });
  await fillCardholders(tenant);
  await fillPayments({ count: 300, spanMs: 6 * HOUR_MS });
  await pool().query(
    "INSERT INTO pending_payment (payment_id) SELECT id FROM payment WHERE status = 'requires_confirmation'",
  );
  await openAgain();
});

/** Every third opening once more some hours later, and some of these a third time at once. */
async function openAgain(): Promise<void> {
  for (const [part, later] of [
    ["0-5", "2 hours 20 minutes"],
    ["0-1", "2 hours 20 minutes 1 second"],
  ]) {
    await pool().query(
      `INSERT INTO access_token (hash, environment, organization_id, cardholder_id, key_id, created_at,
                                 expires_at, used_at, used_for)
       SELECT sha256(hash || convert_to($1::text, 'UTF8')), environment, organization_id, cardholder_id, key_id,
              created_at + $2::interval, expires_at + $2::interval, used_at + $2::interval, used_for
       FROM access_token
       WHERE used_for ~ ('[' || $1::text || ']$') AND created_at < now() - $2::interval`,
      [part, later],
    );
  }
}

const figures = ["sealed", "grantsUsed", "grantsExpired", "opened"] as const;

/** By time and figure, without what is zero. */
async function readFigures(which: (typeof periods)[number]) {
  const rows = await selectBucketCounts(tenant, which, await countCardholders(tenant));
  const entries = rows.flatMap((row) =>
    figures.map((figure) => [`${row.at.toISOString()} ${figure}`, row[figure] ?? 0] as const),
  );
  return Object.fromEntries(entries.filter(([, count]) => count !== 0).sort());
}

/** The figures by the sums are those of the receipts and grants themselves. */
async function assertTrue(): Promise<void> {
  for (const which of periods) {
    const bySums = await readFigures(which);
    const { rows } = await pool().query("SELECT until FROM payment_sum_progress");
    await pool().query("UPDATE payment_sum_progress SET until = 'epoch'");
    const one = await readFigures(which);
    const [sealed, other] = await Promise.all(
      (["cardholders", "payments"] as const).map(async (source) => {
        const result = await pool().query(sealedStatement(tenant, which, source));
        return result.rows.toSorted((a, b) => a.at - b.at);
      }),
    );
    await pool().query("UPDATE payment_sum_progress SET until = $1", [rows[0].until]);
    assert.deepEqual(bySums, one);
    assert.deepEqual(sealed, other);
    assert.equal(one[`${which.from.toISOString()} opened`] ?? 0, await countOpened(which));
  }
}

async function countOpened({ from, to }: (typeof periods)[number]): Promise<number> {
  const { rows } = await pool().query(
    `SELECT count(DISTINCT used_for) FROM access_token
     WHERE organization_id = 'org_issuer' AND created_at >= $1 AND created_at < $2`,
    [from, to],
  );
  return rows[0].count;
}

async function selectCardholder(): Promise<string> {
  const { rows } = await pool().query(
    `SELECT cardholder_id AS id FROM access_token
     WHERE previous_at IS NOT NULL AND ${old} ORDER BY created_at LIMIT 1`,
  );
  return rows[0].id;
}

test("the sums are those of the receipts and grants", async () => {
  await sumHours();
  await assertTrue();
  const { rows } = await pool().query(
    `SELECT sum(held) AS held, sum(grants_used) AS used, sum(grants_expired) AS expired,
            sum(grants_opened) AS opened,
            (SELECT count(*) FROM access_token WHERE previous_at IS NOT NULL) AS again
     FROM payment_sum WHERE organization_id = 'org_issuer'`,
  );
  for (const [figure, count] of Object.entries(rows[0])) assert.ok(Number(count) > 20, figure);
});

test("hours without payments have sums of their grants", async () => {
  await pool().query("DELETE FROM payment");
  await sumHours();
  await assertTrue();
});

describe("what changes in an hour that was summed counts", () => {
  const changes: [name: string, change: () => Promise<unknown>][] = [
    [
      "a result",
      () =>
        pool().query(
          `UPDATE payment SET status = 'succeeded' WHERE status = 'requires_confirmation' AND ${old}`,
        ),
    ],
    ["a removal", () => pool().query(`DELETE FROM payment WHERE gateway = 'gateway_two'`)],
    ["an erasure", async () => await eraseCardholder(tenant, await eraser(), describeAct)],
    ["a hand-over to a cardholder who is registered with it", handOver],
  ];
  for (const [name, change] of changes) {
    test(name, async () => {
      await sumHours();
      const before = await Promise.all(periods.map(readFigures));
      await change();
      assert.notDeepEqual(await Promise.all(periods.map(readFigures)), before);
      await assertTrue();
      await sumHours();
      await assertTrue();
      await rebuildSums();
      await assertTrue();
    });
  }
});

const eraser = async () => ({
  userId: await selectCardholder(),
  apiKeyId: null,
  memberId: null,
});

const describeAct = () => actOfOperator(tenant.organizationId, "cardholder.erased", tenant);

async function handOver(): Promise<void> {
  await inTransaction(async (transaction) => {
    const { rows } = await transaction.query(
      `SELECT id AS "paymentId", encrypted_key AS "rewrappedKey" FROM payment
       WHERE receipt_status = 'escrowed' AND ${old}`,
    );
    const to = { cardholderId: "usr_ffff", keyId: "key", by: "card" } as const;
    await updateToDelivered(transaction, "development", to, rows as never);
    await transaction.query(
      `INSERT INTO cardholder (id, environment, card_index, pepper_version, organization_id,
                               current_key_id, registered_at)
       VALUES ('usr_ffff', 'development', '\\x00', 1, 'org_issuer', 'key', now())`,
    );
  });
}

test("the figures of hours that are summed are read without receipts and grants", async () => {
  await rebuildSums();
  await pool().query("VACUUM ANALYZE payment, payment_sum, access_token, cardholder");
  const closed = period(start, Math.floor(now / HOUR_MS - 2) * HOUR_MS);
  const statements = [sealedStatement(tenant, closed, "payments"), openedStatement(tenant, closed)];
  for (const statement of statements) {
    const { plan } = await explainQuery(statement);
    const scans = plan.split("\n").filter((line) => / on (payment|access_token) /.test(line));
    assert.ok(scans.length > 0, plan);
    // A receipt that was opened again may be counted in more than one hour; an index lists these alone.
    const reading = scans.filter(
      (line) => !/access_token_opened_again_idx|actual rows=0\.00|never executed/.test(line),
    );
    assert.deepEqual(reading, [], plan);
  }
});
