import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sale } from "./basket.ts";
import {
  countParts,
  findRest,
  halfOf,
  type PaidPart,
  readPart,
  readParts,
  sumParts,
} from "./split-tender.ts";

const due = { left: 1000, currency: "usd" };

const parts: [typed: string, read: ReturnType<typeof readPart>][] = [
  ["2.50", { amount: 250 }],
  [" 9,99 ", { amount: 999 }],
  ["10", { error: "must be less than the $10.00 due" }],
  ["0", { error: "must be more than zero" }],
  ["-1", { error: "must be more than zero" }],
  ["", { error: "must not be empty" }],
];
for (const [typed, read] of parts) {
  test(`${JSON.stringify(typed)} of $10.00`, () => assert.deepEqual(readPart(typed, due), read));
}

test("what is no amount says why", () => {
  for (const typed of ["half", "1.234"]) {
    const read = readPart(typed, due);
    assert.ok("error" in read && read.error !== "" && !read.error.startsWith("amount"), typed);
  }
});

test("a part without its payment, or of no amount, is not restored", () => {
  const part = {
    environment: "development",
    gateway: "gateway_one",
    paymentId: "pay_1",
    transactionId: "txn_1",
    amount: 400,
  };
  const stored = [part, { ...part, paymentId: undefined }, { ...part, amount: 0 }, null];
  assert.deepEqual(readParts(stored), [part]);
  assert.equal(sumParts(readParts([part, part])), 800);
});

const kwd = { left: 2250, currency: "kwd" };

test("what a currency of three decimals is split into, a card can be charged", () => {
  assert.equal(halfOf(kwd), 1120);
  assert.equal(halfOf({ left: 10, currency: "kwd" }), undefined);
  assert.equal(halfOf({ left: 1, currency: "jpy" }), undefined);
  assert.equal(halfOf({ left: 1035, currency: "usd" }), 517);
  assert.deepEqual(readPart("1.125", kwd), { amount: 1120 });
  assert.deepEqual(readPart("0.009", kwd), { error: "must be at least 0.010" });
});

type Kept = { sale: Sale; parts: PaidPart[]; isSettled: boolean; paid: PaidPart | undefined };

function partOf(transactionId: string, amount: number): PaidPart {
  const paymentId = `pay of ${transactionId}`;
  return { environment: "staging", gateway: "gateway_one", paymentId, transactionId, amount };
}

function keptOf(transactionId: string, fields: Partial<Kept> = {}): Kept {
  const sale = { receiptId: "R-1", transactionId };
  return { sale, parts: [], isSettled: false, paid: undefined, ...fields };
}

const first = partOf("txn_1", 1000);
const firstKept = keptOf("txn_1", { isSettled: true, paid: first });
const firstPaid = { total: 3000, parts: [], paid: first, returned: 0, receiptId: "R-1" };

test("after the first card, the rest is due from the next", () => {
  assert.deepEqual(findRest(firstPaid, [firstKept]), { kind: "due", amount: 2000, parts: [first] });
});

test("while another card may have paid the rest, it is not asked for again", () => {
  const second = keptOf("txn_2", { parts: [first] });
  const rest = findRest(firstPaid, [second, firstKept]);
  assert.deepEqual(rest, { kind: "undecided", payment: second });

  const counter = {
    total: 3000,
    sale: { receiptId: "R-1", transactionId: "txn_3" },
    parts: [first],
  };
  assert.equal(countParts(counter, [second, firstKept]).undecided, second);
});

test("a payment of another sale leaves the rest as it is", () => {
  const other = keptOf("txn_9", { sale: { receiptId: "R-2", transactionId: "txn_9" } });
  assert.equal(findRest(firstPaid, [other, firstKept]).kind, "due");
});

test("an attempt under the same references is no other payment", () => {
  const counter = {
    total: 3000,
    sale: { receiptId: "R-1", transactionId: "txn_2" },
    parts: [first],
  };
  const counted = countParts(counter, [keptOf("txn_2", { parts: [first] }), firstKept]);
  assert.deepEqual(counted, { parts: [first], left: 2000, undecided: undefined });
});

test("what another tab has taken meanwhile counts", () => {
  const second = partOf("txn_2", 500);
  const kept = [keptOf("txn_2", { parts: [first], isSettled: true, paid: second }), firstKept];
  const rest = findRest(firstPaid, kept);
  assert.ok(rest.kind === "due");
  assert.equal(rest.amount, 1500);
  assert.deepEqual(new Set(rest.parts), new Set([first, second]));

  const all = keptOf("txn_2", { parts: [first], isSettled: true, paid: partOf("txn_2", 2000) });
  assert.deepEqual(findRest(firstPaid, [all, firstKept]), { kind: "none" });
});

test("what was refunded of a part is due again, and the part is still to be given back", () => {
  const rest = findRest({ ...firstPaid, returned: 200 }, [firstKept]);
  assert.deepEqual(rest, { kind: "due", amount: 2200, parts: [partOf("txn_1", 800)] });
});

test("of a part that went back as a whole, nothing counts", () => {
  const rest = findRest({ ...firstPaid, returned: 1000 }, [firstKept]);
  assert.deepEqual(rest, { kind: "due", amount: 3000, parts: [] });

  // The second payment began before the refund, and remembers the first as paid.
  const second = partOf("txn_2", 2000);
  const returned = keptOf("txn_1", { isSettled: true });
  const after = { ...firstPaid, parts: [first], paid: second };
  const due = findRest(after, [returned]);
  assert.deepEqual(due, { kind: "due", amount: 1000, parts: [second] });
});

test("a refund after the whole sale was paid leaves nothing to pay", () => {
  const last = { ...firstPaid, parts: [first], paid: partOf("txn_2", 2000), returned: 200 };
  assert.deepEqual(findRest(last, [firstKept]), { kind: "none" });
});
