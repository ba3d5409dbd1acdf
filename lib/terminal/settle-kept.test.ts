import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeptPayment } from "./kept-till.ts";
import { settleKept } from "./settle-kept.ts";

function paymentOf(transactionId: string, fields: Partial<KeptPayment> = {}): KeptPayment {
  return {
    organizationId: "org_1",
    environment: "staging",
    gateway: "gateway_one",
    isSandbox: true,
    shopId: "cafe",
    basket: [],
    tip: { kind: "none" },
    sale: { receiptId: "R-1", transactionId },
    parts: [],
    part: undefined,
    sentAt: 0,
    isSettled: false,
    paid: undefined,
    ...fields,
  };
}

const idsOf = (payments: KeptPayment[]) => payments.map(({ sale }) => sale.transactionId);

test("the last sale takes the place of the one before, and comes first", () => {
  const before = [
    paymentOf("open"),
    paymentOf("before", { isSettled: true }),
    paymentOf("elsewhere", { isSettled: true, organizationId: "org_2" }),
    paymentOf("now"),
  ];
  const after = settleKept(before, "now", undefined);
  assert.deepEqual(idsOf(after), ["now", "open", "elsewhere"]);
  assert.equal(after[0]?.isSettled, true);
});

test("parts of split sales stay, the newest ten of them", () => {
  const part = (number: number) => paymentOf(`part ${number}`, { part: 100 });
  let kept: KeptPayment[] = [];
  for (let number = 1; number <= 12; number++) {
    kept = settleKept([part(number), ...kept], `part ${number}`, undefined);
  }
  assert.deepEqual(
    idsOf(kept),
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => `part ${n}`),
  );
  assert.equal(idsOf(settleKept([paymentOf("whole"), ...kept], "whole", undefined)).length, 10);
});

test("a payment that was dropped meanwhile stays dropped", () => {
  assert.deepEqual(settleKept([], "gone", undefined), []);
});
