import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import {
  countStatement,
  isBroad,
  newestWithStatement,
  type PaymentSelection,
  pageStatement,
  selectPayments,
} from "./list.ts";
import { sumStatement } from "./sums.ts";

const LIST = "payment_organization_id_environment_id_idx";
const all = { atOrAfter: "", before: "pay_g" };
const of = (organizationId: string) => ({ organizationId, environment: "development" }) as const;
const page = (organizationId: string, rest: Partial<PaymentSelection> = {}) =>
  pageStatement(of(organizationId), { ...all, ...rest }, 21);

let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  // The small merchant's payments lie behind all of the large one's, where a walk by id comes last.
  await fillPayments({ organizationId: "org_small", count: 300, spanMs: 86_400_000 });
  await fillPayments({ organizationId: "org_large", count: 30_000 });
  await pool().query("VACUUM ANALYZE payment");
});
after(async () => {
  await closeDatabase();
  await drop();
});

describe("a merchant's reads cost what the merchant's payments cost, not everybody's", () => {
  const small = of("org_small");
  const period = { ...all, start: new Date(0), end: new Date(), bucketSeconds: 3600 };
  const cases: [string, { text: string; values: unknown[] }, number][] = [
    ["a page", page("org_small"), 40],
    ["a page that is not full", page("org_small", { currency: "xxx" }), 600],
    ["a page of a large merchant", page("org_large"), 40],
    ["a search that finds nothing", page("org_large", { reference: "zzz" }), 20],
    ["a search that finds few", page("org_large", { reference: "receipt-123" }), 500],
    ["a search that finds everything", page("org_small", { reference: "r" }), 200],
    ["the count", countStatement(small, all), 30],
    ["the sums", sumStatement(small, period), 600],
  ];
  for (const [name, query, most] of cases) {
    test(name, async () => {
      const { plan, buffers } = await explainQuery(query);
      assert.doesNotMatch(plan, /Seq Scan on payment p|payment_id_idx|payment_pkey/);
      assert.ok(buffers <= most, `${buffers} buffers\n${plan}`);
    });
  }
});

test("a page reads the index in order and sorts nothing, however deep it lies", async () => {
  const { rows } = await pool().query<{ id: string }>(
    "SELECT id FROM payment WHERE organization_id = 'org_large' ORDER BY id OFFSET 100 LIMIT 1",
  );
  const first = await explainQuery(page("org_large"));
  const deep = await explainQuery(page("org_large", { before: rows[0]?.id ?? "" }));
  assert.match(first.plan, new RegExp(`Index Scan Backward using ${LIST}`));
  assert.doesNotMatch(first.plan, /Sort|Bitmap/);
  assert.ok(deep.buffers <= first.buffers + 5, `${first.plan}\n${deep.plan}`);
});

describe("a search that nearly everything answers to", () => {
  const everything = { ...all, reference: "r" };

  test("is told from one that finds few", async () => {
    assert.equal(await isBroad(of("org_large"), everything, 25_000), true);
    assert.equal(
      await isBroad(of("org_large"), { ...all, reference: "receipt-123" }, 25_000),
      false,
    );
    assert.equal(await isBroad(of("org_small"), everything, 25_000), false);
  });

  test("costs what a page costs", async () => {
    const { plan, buffers } = await explainQuery(
      pageStatement(of("org_large"), everything, 21, true),
    );
    assert.match(plan, new RegExp(`Index Scan Backward using ${LIST}`));
    assert.ok(buffers <= 40, `${buffers} buffers\n${plan}`);
  });

  test("finds by both ways the same", async () => {
    const { rows } = await pool().query(
      pageStatement(of("org_large"), { ...all, reference: "transaction-12" }, 2_000, true),
    );
    const found = await selectPayments(
      of("org_large"),
      { ...all, reference: "transaction-12" },
      2_000,
    );
    assert.equal(rows.length, 1_111);
    assert.deepEqual(rows, found);
  });
});

test("what nearly every payment has anywhere in its references is found among the first", async () => {
  const large = of("org_large");
  const { buffers: broad } = await explainQuery(newestWithStatement(large, "eipt", 5));
  const { buffers: none } = await explainQuery(newestWithStatement(large, "zzz", 5));
  assert.ok(broad * 10 < none, `${broad} of ${none} buffers`);
});

test("what is pending is looked for among what is pending", async () => {
  const { plan } = await explainQuery(page("org_large", { status: "pending" }));
  assert.match(plan, /Scan on pending_payment/);
});

test("what did not succeed is found without a look at what did", async () => {
  for (const status of ["failed", "requires_confirmation"] as const) {
    const query = pageStatement(of("org_large"), { ...all, status, currency: "xxx" }, 21);
    const { plan } = await explainQuery(query);
    assert.match(plan, /payment_unsuccessful_idx/);
  }
});
