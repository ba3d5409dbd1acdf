import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import type { EntrySelection } from "./find.ts";
import { byTransactionStatement, type TransactionRange } from "./find-by-transaction.ts";
import { type RefundSelection, refundsStatement } from "./list-refunds.ts";

const tenant = { organizationId: "org_large", environment: "development" } as const;

let drop: () => Promise<void>;
let some: { id: string; receiptId: string };
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  await fillPayments({ organizationId: "org_large", count: 20_000, spanMs: 30 * 86_400_000 });
  await pool().query("UPDATE payment SET transaction_at = created_at");
  await pool().query(`
    INSERT INTO payment (
      environment, card_index, id, pepper_version, organization_id, gateway, merchant_id, receipt_id,
      transaction_id, amount, currency, mock_items, status, receipt_status, protected_header, iv,
      ciphertext, tag, created_at, updated_at, transaction_at, refund_of, refund_origin, refund_reference)
    SELECT environment, card_index, 'ref_' || substr(id, 5), 1, organization_id, gateway, merchant_id,
           receipt_id, transaction_id, 1, currency, false, 'succeeded', 'void', '', '', '', '',
           created_at, created_at, created_at, id, 'api', 'return'
    FROM payment WHERE status = 'succeeded' ORDER BY id LIMIT 5000`);
  await pool().query("VACUUM ANALYZE payment");
  const { rows } = await pool().query(
    `SELECT refund_of AS id, receipt_id AS "receiptId" FROM payment WHERE refund_of IS NOT NULL OFFSET 99 LIMIT 1`,
  );
  some = rows[0];
});
after(async () => {
  await closeDatabase();
  await drop();
});

async function assertCheap(statement: { text: string; values: unknown[] }, most: number) {
  const { plan, buffers } = await explainQuery(statement);
  assert.doesNotMatch(plan, /Seq Scan on payment /);
  assert.ok(buffers <= most, `${buffers} buffers\n${plan}`);
}

describe("a page of refunds costs what it shows", () => {
  const all = { atOrAfter: "ref_0", before: "ref_g" };
  const cases: [name: string, selection: () => Partial<RefundSelection>][] = [
    ["the newest", () => ({})],
    ["those that succeeded", () => ({ refundStatus: "succeeded" })],
    ["of one payment", () => ({ paymentId: some.id })],
    ["of no payment", () => ({ paymentId: "pay_none" })],
  ];
  for (const [name, selection] of cases) {
    test(name, () => assertCheap(refundsStatement(tenant, { ...all, ...selection() }, 21), 150));
  }
});

describe("a page by the time of the transaction costs what it shows", () => {
  const all = { atOrAfter: "", before: "pay_g" };
  const ever = { atOrAfter: "-infinity", before: { at: "infinity", id: "" } } as const;
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000);
  const cases: [
    name: string,
    selection: () => Partial<EntrySelection>,
    range: Partial<TransactionRange>,
  ][] = [
    ["the latest", () => ({}), {}],
    ["of a day", () => ({}), { atOrAfter: day(3), before: { at: day(2), id: "" } }],
    ["behind a place", () => ({}), { before: { at: day(9), id: "pay_8" } }],
    ["of a merchant", () => ({ merchantId: "merchant" }), {}],
    ["of a gateway", () => ({ gateway: "gateway_one" }), {}],
    ["with a receiptId", () => ({ receiptId: some.receiptId }), {}],
    ["with an id that is none", () => ({ ids: ["pay_none"] }), {}],
  ];
  for (const [name, selection, range] of cases) {
    test(name, async () => {
      const wanted = { ...all, ...selection() };
      await assertCheap(byTransactionStatement(tenant, wanted, { ...ever, ...range }, 21), 200);
    });
  }
});
