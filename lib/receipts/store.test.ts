import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Tenant } from "#lib/core/caller.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillCardholder, fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { receiptsStatement, selectReceipts } from "./store.ts";

const CARDHOLDER = "usr_full";

let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  await fillCardholder(CARDHOLDER);
  await fillPayments({ cardholderId: CARDHOLDER, count: 2_000 });
  await fillPayments({ count: 20_000 });
  await pool().query("ANALYZE payment");
});
after(async () => {
  await closeDatabase();
  await drop();
});

test("a page of receipts reads the index in order, and sorts no more than two pages", async () => {
  const { plan } = await explain("g");
  assert.match(plan, /Index Scan Backward using payment_cardholder_id_id_idx/);
  assert.doesNotMatch(plan, /Seq Scan|Bitmap/);
  // One page of sales and one of refunds are merged.
  assert.match(plan, /Sort Key.*\n.*quicksort/);
  for (const [, rows] of plan.matchAll(/actual rows=(\d+)/g)) assert.ok(Number(rows) <= 42, plan);
});

test("a page deep in the list costs what the first one costs", async () => {
  const { rows } = await pool().query<{ id: string }>(
    "SELECT id FROM payment WHERE cardholder_id = $1 ORDER BY id OFFSET 100 LIMIT 1",
    [CARDHOLDER],
  );
  const [first, deep] = await Promise.all([
    explain("g"),
    explain(rows[0]?.id.slice("pay_".length)),
  ]);
  assert.ok(deep.buffers <= first.buffers + 5, `${deep.buffers} buffers, ${first.buffers} first`);
  assert.ok(first.buffers < 40, `${first.buffers} buffers`);
});

test("the page of an issuer's cardholder is read for that issuer alone", async () => {
  assert.match((await explain("g")).plan, /One-Time Filter[\s\S]*actual rows=21/);
  const { plan } = await explain("g", "org_else");
  // No payment is looked at.
  assert.match(plan, /Limit \(actual rows=0/);
  assert.match(plan, /payment_cardholder_id_id_idx on payment[^\n]*\(never executed\)/);
});

test("pages that are asked for at once are each their own", async () => {
  const issuer = { organizationId: "org_bench", environment: "development" } as const;
  const idsOf = async (cardholderId: string, tenant: Tenant, limit: number) => {
    const page = await selectReceipts(tenant, cardholderId, { atOrAfter: "", before: "g", limit });
    return page.map(({ paymentId }) => paymentId);
  };
  const alone = await idsOf(CARDHOLDER, issuer, 5);
  const together = await Promise.all([
    idsOf(CARDHOLDER, issuer, 5),
    idsOf("usr_nobody", issuer, 5),
    idsOf(CARDHOLDER, { ...issuer, environment: "production" }, 5),
    idsOf(CARDHOLDER, { ...issuer, organizationId: "org_else" }, 5),
    idsOf(CARDHOLDER, issuer, 2),
  ]);
  assert.equal(alone.length, 5);
  assert.deepEqual(alone, alone.toSorted().reverse());
  assert.deepEqual(together, [alone, [], [], [], alone.slice(0, 2)]);
});

async function explain(before = "", organizationId = "org_bench") {
  const page = { atOrAfter: "", before, limit: 21 };
  const tenant = { organizationId, environment: "development" } as const;
  return await explainQuery(receiptsStatement([{ ...tenant, cardholderId: CARDHOLDER, ...page }]));
}
