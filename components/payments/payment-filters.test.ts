import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type PaymentFilterErrors,
  type PaymentFilterTexts,
  paymentFilters,
} from "./payment-filters.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const read = (filters: Partial<PaymentFilterTexts>) =>
  paymentFilters.read({ ...paymentFilters.none, ...filters }, now);

/** What goes into an address: the rest is left out. */
const given = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));

describe("payment filters", () => {
  test("no filter asks for everything", () => {
    const { query, errors } = read({});
    assert.deepEqual([given(query), errors], [{}, {}]);
  });

  test("each filter becomes what the service takes", () => {
    const { query, errors } = read({
      search: " pay_1 ",
      status: "failed",
      gateway: "gateway_two",
      receiptStatus: "escrowed",
      time: "24h",
      currency: "KWD",
      amountMin: "1.5",
      amountMax: "20",
    });
    assert.deepEqual(errors, {});
    assert.deepEqual(given(query), {
      search: "pay_1",
      status: "failed",
      gateway: "gateway_two",
      receiptStatus: "escrowed",
      from: "2026-03-09T12:00:00.000Z",
      currency: "KWD",
      amountMin: "1500",
      amountMax: "20000",
    });
  });

  test("an amount is of any currency until one is chosen", () => {
    const { query, errors } = read({ amountMin: "18,40", amountMax: "1.840,00" });
    assert.deepEqual(errors, {});
    assert.deepEqual(given(query), { majorMin: "18.40", majorMax: "1840.00" });
  });

  test("days count only where days are asked for", () => {
    assert.deepEqual(given(read({ time: "", from: "2026-03-01" }).query), {});
    assert.ok(read({ time: "custom", from: "2026-03-01" }).query.from);
  });

  const wrong: [name: string, filters: Partial<PaymentFilterTexts>, errors: PaymentFilterErrors][] =
    [
      ["a status of somewhere else", { status: "paid" }, { status: "must be one of these" }],
      ["an inherited name", { gateway: "toString" }, { gateway: "must be one of these" }],
      [
        "a state that the wallet alone knows",
        { receiptStatus: "opened" },
        { receiptStatus: "must be one of these" },
      ],
      ["no currency at all", { currency: "eu" }, { currency: "must be a code such as USD" }],
      [
        "an amount in words",
        { currency: "eur", amountMin: "ten" },
        { amountMin: "must be an amount such as 18.40" },
      ],
      [
        "digits that the currency has not",
        { currency: "jpy", amountMax: "1.5" },
        { amountMax: "JPY has 0 decimal digits, not 1" },
      ],
      [
        "less than nothing",
        { currency: "eur", amountMin: "-1" },
        { amountMin: "must be an amount such as 18.40" },
      ],
      [
        "amounts in the wrong order",
        { currency: "eur", amountMin: "2", amountMax: "1" },
        { amountMax: "must not be below the minimum" },
      ],
      [
        "days in the wrong order",
        { time: "custom", from: "2026-03-02", to: "2026-03-01" },
        { to: "must not be before the first day" },
      ],
    ];
  for (const [name, filters, errors] of wrong) {
    test(`${name} is said at its field`, () => assert.deepEqual(read(filters).errors, errors));
  }
});
