import assert from "node:assert/strict";
import { test } from "node:test";
import { type KeptPayment, readCounters, readKeptPayments } from "./kept-till.ts";

const payment: KeptPayment = {
  organizationId: "org_1",
  environment: "staging",
  gateway: "gateway_two",
  isSandbox: true,
  shopId: "cafe",
  basket: [{ itemId: "drip", quantity: 2 }],
  tip: { kind: "percent", percent: 18 },
  sale: { receiptId: "R-1", transactionId: "txn_1" },
  parts: [
    {
      environment: "staging",
      gateway: "gateway_one",
      paymentId: "pay_1",
      transactionId: "txn_0",
      amount: 500,
    },
  ],
  part: 250,
  sentAt: Date.UTC(2026, 10, 28),
  isSettled: false,
  paid: undefined,
};

test("what was kept is read back as it was", () => {
  const settled = { ...payment, isSettled: true, paid: payment.parts[0] };
  assert.deepEqual(readKeptPayments(JSON.stringify([payment, settled])), [payment, settled]);

  const { basket, tip, sale, parts } = payment;
  const counters = {
    shopId: "bakery",
    counters: {
      cafe: { basket, tip, sale, parts },
      bakery: { basket: [], tip, sale: undefined, parts: [] },
    },
  };
  assert.deepEqual(readCounters(JSON.stringify(counters)), counters);
});

test("a payment that was kept without its time counts as just sent", () => {
  const before = Date.now();
  const [read] = readKeptPayments(JSON.stringify([{ ...payment, sentAt: undefined }]));
  assert.ok(read && read.sentAt >= before);
});

test("a sale that was kept before cards could share it was paid by one", () => {
  const { parts: _, part: __, ...before } = payment;
  const [read] = readKeptPayments(JSON.stringify([before]));
  assert.deepEqual(read && [read.parts, read.part], [[], undefined]);
});

const unusable: [string, unknown][] = [
  ["another version's list", { payments: [payment] }],
  ["no sale", [{ ...payment, sale: { receiptId: "R-1" } }]],
  ["an unknown shop", [{ ...payment, shopId: "harbor" }]],
  ["an unknown environment", [{ ...payment, environment: "demo" }]],
  ["an unknown gateway", [{ ...payment, gateway: "gateway_nine" }]],
  ["no organization", [{ ...payment, organizationId: "" }]],
  ["a broken tip", [{ ...payment, tip: { kind: "percent", percent: "18" } }]],
];
for (const [name, stored] of unusable) {
  test(`${name} is no payment`, () => {
    assert.deepEqual(readKeptPayments(JSON.stringify(stored)), []);
  });
}

test("nothing stored, or no JSON, is nothing kept", () => {
  for (const text of [null, "", "{", "null"]) {
    assert.deepEqual(readKeptPayments(text), []);
    assert.equal(readCounters(text), undefined);
  }
});

test("a line with an impossible quantity is left out, and an unreadable tip forgotten", () => {
  const basket = [0, 100, 1.5, "2"].map((quantity) => ({ itemId: "drip", quantity }));
  const stored = { shopId: "cafe", counters: { cafe: { basket, tip: { kind: "unreadable" } } } };
  assert.deepEqual(readCounters(JSON.stringify(stored)), {
    shopId: "cafe",
    counters: { cafe: { basket: [], tip: { kind: "none" }, sale: undefined, parts: [] } },
  });
});
