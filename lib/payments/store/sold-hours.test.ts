import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { firstIdAt } from "#lib/core/ids.ts";
import { rebuildSums } from "#lib/payments/sum-hours.ts";
import { pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { type EntrySelection, entriesStatement, selectEntries } from "./find.ts";
import { deleteSums } from "./hours.ts";
import {
  countPayments,
  countStatement,
  type PaymentSelection,
  pageStatement,
  selectPayments,
} from "./list.ts";

const HOUR_MS = 60 * 60 * 1000;
const tenant = { organizationId: "org_sums", environment: "development" } as const;
const end = new Date();
const summedEnd = firstIdAt("payment", new Date(end.getTime() - 2 * HOUR_MS));

setUpTestService();

beforeEach(async () => {
  await pool().query("DELETE FROM payment");
  await deleteSums();
  await fillPayments({ organizationId: "org_sums", count: 600, spanMs: 6 * HOUR_MS });
  await fillPayments({ organizationId: "org_else", count: 200, spanMs: 6 * HOUR_MS });
});

describe("a look-up by gateway looks at the hours alone in which it took payments", () => {
  const all = { atOrAfter: "", before: "pay_g", gateway: "gateway_two" } as const;

  test("and finds what a look at each payment finds", async () => {
    const selections: EntrySelection[] = [
      all,
      { ...all, before: summedEnd },
      { ...all, atOrAfter: summedEnd },
      { ...all, paymentStatus: "failed" },
    ];
    for (const selection of selections) {
      await deleteSums();
      const expected = await selectEntries(tenant, selection, 1_000);
      assert.ok(expected.length > 0);
      await rebuildSums();
      assert.deepEqual(await selectEntries(tenant, selection, 1_000), expected);
    }
  });

  test("and costs next to nothing where there are none", async () => {
    await pool().query("UPDATE payment SET gateway = 'gateway_one'");
    await rebuildSums();
    await pool().query("VACUUM ANALYZE payment, payment_sum");
    const { plan, buffers } = await explainQuery(
      entriesStatement(tenant, { ...all, before: summedEnd }, 21),
    );
    assert.ok(buffers <= 40, `${buffers} buffers\n${plan}`);
  });
});

describe("a look-up of one merchant looks for what is rare there behind its newest payments", () => {
  const all = { atOrAfter: "", before: "pay_g", merchantId: "merchant" } as const;

  test("and finds what a look at each payment finds", async () => {
    await pool().query(
      "UPDATE payment SET merchant_id = 'another' WHERE receipt_id LIKE 'receipt-%3-%'",
    );
    await rebuildSums();
    const selections: EntrySelection[] = [
      { ...all, gateway: "gateway_two" },
      { ...all, gateway: "gateway_two", before: summedEnd },
      { ...all, gateway: "gateway_two", atOrAfter: summedEnd },
      { ...all, paymentStatus: "failed" },
      { ...all, paymentStatus: "requires_confirmation", gateway: "gateway_one" },
      { ...all, paymentStatus: "succeeded" },
      { ...all, paymentStatus: "succeeded", merchantId: "another" },
    ];
    for (const selection of selections) {
      const expected = await selectEntries(tenant, selection, 15);
      assert.ok(expected.length > 5, JSON.stringify(selection));
      assert.deepEqual(await selectEntries(tenant, selection, 15, 7), expected);
    }
  });

  test("and costs next to nothing where there are none", async () => {
    await pool().query("UPDATE payment SET gateway = 'gateway_one'");
    await rebuildSums();
    await pool().query("VACUUM ANALYZE payment, payment_sum");
    const cases: Partial<EntrySelection>[] = [
      { gateway: "gateway_two" },
      { gateway: "gateway_two", paymentStatus: "succeeded" },
    ];
    for (const selection of cases) {
      const statement = entriesStatement(tenant, { ...all, ...selection, before: summedEnd }, 21, {
        isRare: true,
      });
      const { plan, buffers } = await explainQuery(statement);
      assert.ok(buffers <= 80, `${buffers} buffers\n${plan}`);
    }
  });
});

describe("a list with filters looks at the hours alone that have such payments", () => {
  const tenSales = { count: 10, organizationId: "org_sums", spanMs: 3 * HOUR_MS };
  const all = { atOrAfter: "", before: "pay_g" };
  const page = (selection: Partial<PaymentSelection>) =>
    pageStatement(tenant, { ...all, ...selection }, 21);

  test("and finds what a look at each payment finds", async () => {
    await fillPayments(tenSales);
    await pool().query(
      `UPDATE payment SET currency = 'jpy', amount = 5000 WHERE receipt_id LIKE 'receipt-7-%'`,
    );
    const selections: Partial<PaymentSelection>[] = [
      { currency: "jpy" },
      { currency: "usd" },
      { currency: "eur", status: "failed" },
      { currency: "jpy", amountMin: 5000 },
      { currency: "jpy", amountMin: 5001 },
      { currency: "usd", amountMax: 1249 },
      { currency: "usd", amountMax: 1250, gateway: "gateway_two" },
      { currency: "usd", before: summedEnd },
      { currency: "usd", atOrAfter: summedEnd },
    ];
    for (const selection of selections) {
      await deleteSums();
      const expected = await selectPayments(tenant, { ...all, ...selection }, 1_000);
      await rebuildSums();
      const found = await selectPayments(tenant, { ...all, ...selection }, 1_000);
      assert.deepEqual(found, expected);
      assert.equal(await countPayments(tenant, { ...all, ...selection }), expected.length);
    }
  });

  test("and costs next to nothing where there are none", async () => {
    await rebuildSums();
    await pool().query("VACUUM ANALYZE payment, payment_sum");
    const cases: Partial<PaymentSelection>[] = [
      { currency: "chf" },
      { currency: "usd", amountMin: 10_000 },
      { currency: "usd", amountMax: 10, status: "succeeded" },
      { receiptStatus: "erased" },
      { receiptStatus: "expired", gateway: "gateway_one" },
      { status: "failed", receiptStatus: "sealed" },
      { status: "canceled" },
    ];
    for (const selection of cases) {
      // Without the payments that are not summed yet, of which there are more late in an hour.
      const { plan, buffers } = await explainQuery(page({ ...selection, before: summedEnd }));
      assert.ok(buffers <= 40, `${buffers} buffers\n${plan}`);
    }
  });

  test("and the first page does not read them all", async () => {
    await rebuildSums();
    // So long that the last hour, which is read whole until it is summed, is a small part of it.
    await fillPayments({ ...tenSales, count: 3_000, spanMs: 24 * HOUR_MS });
    await rebuildSums();
    await pool().query("VACUUM ANALYZE payment, payment_sum");
    const { plan, buffers } = await explainQuery(page({ currency: "usd" }));
    const { buffers: every } = await explainQuery(
      countStatement(tenant, { ...all, currency: "usd" }),
    );
    assert.ok(buffers * 3 < every, `${buffers} of ${every} buffers\n${plan}`);
  });
});
