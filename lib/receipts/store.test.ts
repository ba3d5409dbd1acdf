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
const issuer = { organizationId: "org_bench", environment: "development" } as const;

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

test("a page of receipts reads the index in order, and no more than two pages of it", async () => {
  const { plan } = await explain("g");
  assert.match(plan, /Index Scan Backward using payment_cardholder_id_id_idx/);
  assert.doesNotMatch(plan, /Seq Scan|Bitmap|Sort/);
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
  assert.match((await explain("g")).plan, /Nested Loop \(actual rows=21/);
  const { plan } = await explain("g", "org_else");
  // No payment is looked at.
  assert.match(plan, /Nested Loop \(actual rows=0/);
  assert.match(plan, /payment_cardholder_id_id_idx on payment[^\n]*\(never executed\)/);
});

test("sales and refunds are one list, from page to page", async () => {
  const cardholderId = "usr_mixed";
  await fillCardholder(cardholderId);
  await fillPayments({ cardholderId, count: 12 });
  const { rowCount } = await pool().query(
    `WITH mine AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM payment WHERE cardholder_id = $1)
     UPDATE payment p SET id = 'ref_' || substr(p.id, 5) FROM mine WHERE p.id = mine.id AND n % 2 = 0`,
    [cardholderId],
  );
  assert.equal(rowCount, 6);
  const pageBefore = async (before: string) => {
    const page = await selectReceipts(issuer, cardholderId, { atOrAfter: "", before, limit: 4 });
    return page.map(({ paymentId }) => paymentId.slice(4));
  };
  const first = await pageBefore("g");
  const second = await pageBefore(first.at(-1) ?? "");
  const third = await pageBefore(second.at(-1) ?? "");
  const all = [...first, ...second, ...third];
  assert.deepEqual(all, all.toSorted().reverse());
  assert.equal(new Set(all).size, 12);
});

test("pages that are asked for at once are each their own", async () => {
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
