import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { readTypedAmounts } from "#lib/core/typed-amount.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import {
  countStatement,
  isBroad,
  type PaymentSelection,
  pageStatement,
  selectPayments,
} from "./list.ts";
import { sumStatement } from "./sums.ts";

const LIST = "payment_organization_id_environment_id_idx";
const all = { atOrAfter: "", before: "pay_g" };
const of = (organizationId: string) => ({ organizationId, environment: "development" }) as const;
const searched = (text: string) => ({
  search: { text, amounts: readTypedAmounts(text), end: all.before },
});
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
    ["a short search that finds nothing", page("org_large", searched("zz")), 40],
    ["an amount that nothing cost", page("org_large", searched("7")), 40],
    ["a search that finds everything", page("org_small", searched("r")), 300],
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
  const everything = { ...all, ...searched("r") };

  test("is told from one that finds few", async () => {
    assert.equal(await isBroad(of("org_large"), everything, 25_000), true);
    const few = { ...all, ...searched("receipt-123") };
    assert.equal(await isBroad(of("org_large"), few, 25_000), false);
    const price = { ...all, ...searched("12.50") };
    assert.equal(await isBroad(of("org_large"), price, 25_000), true);
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
    const cases: [text: string, count: number][] = [
      ["transaction-12", 1_111],
      ["TRANSACTION-12", 1_111],
      ["action-29", 1_000],
    ];
    for (const [text, count] of cases) {
      const selection = { ...all, ...searched(text) };
      const walked = pageStatement(of("org_large"), selection, 2_000, true);
      const { rows } = await pool().query(walked);
      const found = await selectPayments(of("org_large"), selection, 2_000);
      assert.equal(rows.length, count, text);
      assert.deepEqual(rows, found);
    }
  });
});

describe("a search", () => {
  const large = of("org_large");
  const ids = async (selection: Partial<PaymentSelection>) => {
    const found = await selectPayments(large, { ...all, ...selection }, 100_000);
    return found.map(({ paymentId }) => paymentId);
  };

  test("reads no more than the newest for a part of an id", async () => {
    const { plan, buffers } = await explainQuery(page("org_large", searched("zzz")));
    assert.doesNotMatch(plan, /Seq Scan on payment p/);
    assert.match(plan, /Rows Removed by Filter: 10000/);
    assert.ok(buffers < 10_000, `${buffers} buffers\n${plan}`);
  });

  test("finds a payment by the end of its id, in whatever case, on each page", async () => {
    const [newest = "", next = ""] = await ids({});
    assert.deepEqual(await ids(searched(newest.slice(-8).toUpperCase())), [newest]);
    assert.deepEqual(await ids({ ...searched("pay_"), before: newest }).then(([id]) => id), next);
  });

  test("finds an amount by its index alone, in the currencies that have it", async () => {
    const { plan } = await explainQuery(page("org_large", searched("12.50")));
    assert.match(plan, /payment_amount_idx/);
    const [usd, eur] = [await ids(searched("$12.50")), await ids(searched("12,50 €"))];
    assert.deepEqual([usd.length, eur.length], [22_500, 7_500]);
    assert.equal((await ids(searched("12.50"))).length, 30_000);
    assert.equal((await ids(searched("¥1250"))).length, 0);
    assert.equal((await ids({ ...searched("12.50"), status: "failed" })).length, 1_500);
  });

  test("takes bounds without a currency in the unit of each", async () => {
    await pool().query(
      "UPDATE payment SET currency = 'jpy' WHERE id IN ($1, $2)",
      (await ids({})).slice(0, 2),
    );
    assert.equal((await ids({ majorMin: "1000" })).length, 2);
    assert.equal((await ids({ majorMin: "12.5", majorMax: "12.5" })).length, 29_998);
    assert.equal((await ids({ majorMax: "12.49" })).length, 0);
  });
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

test("what was refunded is found by an index of its own", async () => {
  const [whole, part] = await selectPayments(of("org_small"), { ...all, status: "succeeded" }, 2);
  const change = "UPDATE payment SET refunded_amount = $2 WHERE id = $1";
  await pool().query(change, [whole?.paymentId, 1250]);
  await pool().query(change, [part?.paymentId, 250]);
  const found = async (status: "refunded" | "partly_refunded") =>
    (await selectPayments(of("org_small"), { ...all, status }, 5)).map(
      ({ paymentId }) => paymentId,
    );
  assert.deepEqual(await found("refunded"), [whole?.paymentId]);
  assert.deepEqual(await found("partly_refunded"), [part?.paymentId]);
  const { plan, buffers } = await explainQuery(page("org_large", { status: "refunded" }));
  assert.match(plan, /payment_refunded_idx/);
  assert.ok(buffers <= 20, `${buffers} buffers\n${plan}`);
});
