import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { fillCardholder, fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { selectReceiptsSql } from "./store.ts";

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
  const plan = await explain("g");
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
  assert.ok(
    buffers(deep) <= buffers(first) + 5,
    `${buffers(deep)} buffers, ${buffers(first)} first`,
  );
  assert.ok(buffers(first) < 40, `${buffers(first)} buffers`);
});

test("the page of an issuer's cardholder is read for that issuer alone", async () => {
  assert.match(await explain("g"), /One-Time Filter[\s\S]*actual rows=21/);
  const plan = await explain("g", "org_else");
  // No payment is looked at.
  assert.match(plan, /Limit \(actual rows=0/);
  assert.match(plan, /payment_cardholder_id_id_idx on payment[^\n]*\(never executed\)/);
});

async function explain(before: string | undefined, organizationId = "org_bench"): Promise<string> {
  const { rows } = await pool().query<{ "QUERY PLAN": string }>(
    `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ${selectReceiptsSql}`,
    ["development", CARDHOLDER, "", before, 21, organizationId],
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

/** Pages that the whole query touched, of 8 KB. */
function buffers(plan: string): number {
  const [, hit = "0", read = "0"] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
