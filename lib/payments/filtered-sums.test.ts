import assert from "node:assert/strict";
import { test } from "node:test";
import { escrowHorizon } from "#lib/escrow/horizon.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import type { PaymentFilters } from "./contract-console.ts";
import { listPayments, totalPayments } from "./list.ts";
import { rebuildSums, sumHours } from "./sum-hours.ts";
import { unlinkCardholder } from "./unlink.ts";

const HOUR_MS = 60 * 60 * 1000;
const caller = { organizationId: "org_filters", environment: "development" } as const;
const old = "created_at < now() - interval '2 hours'";

// Escrow that begins and ends within the hours that are summed.
setUpTestService({ ESCROW_DAYS: "1" });

setUp(async () => {
  await fillPayments({ organizationId: "org_filters", count: 600, spanMs: 30 * HOUR_MS });
  await fillPayments({ organizationId: "org_else", count: 200, spanMs: 30 * HOUR_MS });
  // So that no escrow ends while the test runs.
  await pool().query(
    `DELETE FROM payment WHERE created_at > now() - interval '24 hours 10 minutes'
       AND created_at < now() - interval '23 hours 50 minutes'`,
  );
});

type Row = Required<Pick<PaymentFilters, "status" | "gateway" | "currency" | "receiptStatus">> & {
  id: string;
  amount: number;
  createdAt: Date;
};

async function readPayments(): Promise<Row[]> {
  const { rows } = await pool().query<Row>(
    `SELECT id, status, gateway, currency, amount, created_at AS "createdAt",
            CASE WHEN receipt_status = 'escrowed' AND escrowed_at < $1 THEN 'expired'
                 ELSE receipt_status END AS "receiptStatus"
     FROM payment WHERE organization_id = 'org_filters' ORDER BY id DESC`,
    [escrowHorizon()],
  );
  return rows;
}

/** Every pair of filters that the sums know, in a period that begins and ends within an hour, and in any. */
function* everyFilter(): Generator<PaymentFilters> {
  const periods = [
    {},
    { from: new Date(Date.now() - 26.3 * HOUR_MS), to: new Date(Date.now() - 3.6 * HOUR_MS) },
    { from: new Date(Date.now() - 24.5 * HOUR_MS), to: new Date(Date.now() - 23.6 * HOUR_MS) },
  ];
  for (const period of periods) {
    for (const receiptStatus of [undefined, "escrowed", "expired", "sealed", "erased"] as const) {
      for (const status of [undefined, "succeeded", "failed", "canceled"] as const) {
        yield { ...period, receiptStatus, status };
      }
      yield { ...period, receiptStatus, gateway: "gateway_two" };
      yield { ...period, receiptStatus, currency: "eur" };
    }
  }
}

/** Lists and totals are those of a look at each payment. */
async function assertTrue(): Promise<void> {
  const payments = await readPayments();
  let found = 0;
  for (const filters of everyFilter()) {
    const { from, to, ...values } = filters;
    const expected = payments.filter(
      (payment) =>
        (!from || payment.createdAt >= from) &&
        (!to || payment.createdAt < to) &&
        Object.entries(values).every(
          ([name, value]) => value === undefined || payment[name as keyof Row] === value,
        ),
    );
    found += expected.length;
    const message = JSON.stringify(filters);
    const page = await listPayments({ caller, query: { ...filters, limit: 100 } });
    const ids = page.payments.map(({ paymentId }) => paymentId);
    assert.deepEqual(
      ids,
      expected.slice(0, 100).map(({ id }) => id),
      message,
    );
    const totals = await totalPayments({ caller, filters });
    const paid = expected.filter(({ status }) => status === "succeeded");
    assert.equal(totals.count, expected.length, message);
    assert.equal(
      totals.amounts?.reduce((sum, { amount }) => sum + amount, 0),
      paid.reduce((sum, { amount }) => sum + amount, 0),
      message,
    );
  }
  assert.ok(found > 3_000, String(found));
}

const changes: [name: string, change: () => Promise<unknown>][] = [
  ["nothing", async () => undefined],
  [
    "a cancellation",
    () =>
      pool().query(
        `UPDATE payment SET status = 'canceled', canceled_at = now(), receipt_status = 'void'
         WHERE status = 'requires_confirmation' AND ${old}`,
      ),
  ],
  ["an erasure", eraseSome],
  ["a removal", () => pool().query(`DELETE FROM payment WHERE receipt_id LIKE '%2-%' AND ${old}`)],
];

for (const [name, change] of changes) {
  test(`lists and totals by the sums are those of the payments after ${name}`, async () => {
    await rebuildSums();
    await change();
    await assertTrue();
    await sumHours();
    await assertTrue();
  });
}

async function eraseSome(): Promise<void> {
  const { rows } = await pool().query(
    `SELECT DISTINCT cardholder_id AS "userId", environment FROM payment
     WHERE organization_id = 'org_filters' AND receipt_status = 'sealed' AND ${old} LIMIT 5`,
  );
  for (const payer of rows) {
    const { erased } = await inTransaction((transaction) => unlinkCardholder(transaction, payer));
    assert.ok(erased > 0);
  }
}
