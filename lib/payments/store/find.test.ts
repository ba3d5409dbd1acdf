import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { type EntrySelection, entriesStatement } from "./find.ts";

const tenant = { organizationId: "org_large", environment: "development" } as const;
const all = { atOrAfter: "", before: "pay_g" };

let drop: () => Promise<void>;
let receiptId: string;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  await fillPayments({ organizationId: "org_large", count: 20_000 });
  await pool().query("VACUUM ANALYZE payment");
  const { rows } = await pool().query("SELECT receipt_id FROM payment OFFSET 5000 LIMIT 1");
  receiptId = rows[0].receipt_id;
});
after(async () => {
  await closeDatabase();
  await drop();
});

describe("a look-up costs what it finds, not what the merchant has", () => {
  const cases: [name: string, selection: () => Partial<EntrySelection>, most: number][] = [
    ["by receiptId", () => ({ receiptId }), 20],
    ["by a transactionId that is none", () => ({ transactionId: "none" }), 10],
    ["by ids", () => ({ ids: ["pay_none"] }), 10],
    ["of a merchant that sold nothing", () => ({ merchantId: "none" }), 10],
    ["the newest", () => ({}), 40],
    ["the newest of a merchant", () => ({ merchantId: "merchant" }), 40],
    ["the pending ones", () => ({ paymentStatus: "pending" }), 200],
    ["those to be confirmed", () => ({ paymentStatus: "requires_confirmation" }), 200],
    ["those that failed", () => ({ paymentStatus: "failed" }), 200],
    ["the canceled ones", () => ({ paymentStatus: "canceled" }), 200],
    ["the newest of a gateway", () => ({ gateway: "gateway_one" }), 200],
  ];
  for (const [name, selection, most] of cases) {
    test(name, async () => {
      const { plan, buffers } = await explainQuery(
        entriesStatement(tenant, { ...all, ...selection() }, 21),
      );
      assert.doesNotMatch(plan, /Seq Scan on payment /);
      assert.ok(buffers <= most, `${buffers} buffers\n${plan}`);
    });
  }

  for (const paymentStatus of ["pending", "requires_confirmation", "canceled"] as const) {
    test(`behind the newest of a merchant, ${paymentStatus}`, async () => {
      const selection = { ...all, merchantId: "merchant", paymentStatus };
      const { plan, buffers } = await explainQuery(
        entriesStatement(tenant, selection, 21, { isRare: true }),
      );
      assert.ok(buffers <= 200, `${buffers} buffers\n${plan}`);
    });
  }
});
