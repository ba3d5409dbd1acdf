import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Charge } from "#lib/gateways/gateway.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  type SquareStandIn,
  startSquareStandIn,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import { contractCharge } from "#lib/gateways/testing/contract-subject.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import type { LineItem } from "#lib/receipts/contract.ts";
import { planOrder } from "./order.ts";
import { createSquare } from "./square.ts";

let standIn: SquareStandIn;
before(async () => {
  standIn = await startSquareStandIn();
});
after(() => standIn[Symbol.asyncDispose]());

const item = (
  quantity: number,
  unitPrice: number,
  totalPrice: number,
  name = "Goods",
): LineItem => ({ lineItemId: `${quantity}-${unitPrice}`, name, quantity, unitPrice, totalPrice });

function plan(items: LineItem[], fields: Partial<Charge> = {}) {
  const { taxAmount = 0 } = fields;
  const amount = items.reduce((sum, { totalPrice }) => sum + totalPrice, taxAmount);
  return planOrder(contractCharge({ items, amount, taxAmount, ...fields }), "L1");
}

const usd = (amount: number) => ({ amount: BigInt(amount), currency: "USD" });
const unit = (precision: number) => ({
  measurementUnit: { type: "TYPE_GENERIC", genericUnit: "UNIT" },
  precision,
});

const LINES: [item: LineItem, line: object][] = [
  [item(2, 250, 500), { quantity: "2", basePriceMoney: usd(250) }],
  [item(1.5, 200, 300), { quantity: "1.5", quantityUnit: unit(1), basePriceMoney: usd(200) }],
  // 0.335 kg at 5.99 are 2.00665.
  [item(0.335, 599, 201), { quantity: "0.335", quantityUnit: unit(3), basePriceMoney: usd(599) }],
  // Half a cent is rounded by one to even, by another up.
  [
    item(0.5, 333, 167),
    { quantity: "1", note: "0.5 at 333, together 167", basePriceMoney: usd(167) },
  ],
  [
    item(0.5, 333, 166),
    { quantity: "1", note: "0.5 at 333, together 166", basePriceMoney: usd(166) },
  ],
  [item(3, 100, 250), { quantity: "1", note: "3 at 100, together 250", basePriceMoney: usd(250) }],
  [
    item(1 / 3, 300, 100),
    { quantity: "1", note: `${1 / 3} at 300, together 100`, basePriceMoney: usd(100) },
  ],
  [
    item(1e-7, 300, 100),
    { quantity: "1", note: "1e-7 at 300, together 100", basePriceMoney: usd(100) },
  ],
  [
    item(2, -300, 100),
    { quantity: "1", note: "2 at -300, together 100", basePriceMoney: usd(100) },
  ],
  [item(7, 0, 0), { quantity: "7", basePriceMoney: usd(0) }],
];

test("a line is sent as it is where Square's arithmetic agrees, else in one piece", () => {
  for (const [given, line] of LINES) {
    const planned = plan([given, item(1, 100, 100)]);
    assert.ok("order" in planned);
    assert.deepEqual(planned.order.lineItems?.[0], { name: "Goods", ...line });
  }
});

test("discounts, returns and a negative tax become discounts of the order", () => {
  const planned = plan([item(1, 900, 900), item(1, -150, -150, "Coupon")], { taxAmount: -50 });
  assert.ok("order" in planned);
  assert.deepEqual(planned.order.lineItems?.length, 1);
  assert.deepEqual(planned.order.discounts, [
    { name: "Coupon", type: "FIXED_AMOUNT", amountMoney: usd(150), scope: "ORDER" },
    { name: "Tax", type: "FIXED_AMOUNT", amountMoney: usd(50), scope: "ORDER" },
  ]);
  assert.equal(planned.order.serviceCharges, undefined);
});

test("without items the amount is one line, the tax in it", () => {
  const planned = plan([], { amount: 1250, taxAmount: 150 });
  assert.ok("order" in planned);
  assert.deepEqual(planned.order.lineItems, [
    { name: "Payment", quantity: "1", basePriceMoney: usd(1250) },
  ]);
  assert.equal(planned.order.serviceCharges, undefined);
});

test("what cannot come to the amount is refused", () => {
  assert.deepEqual(plan([item(1, 100, 100)], { amount: 101 }), {
    reason: "items: do not add up to the amount",
  });
  assert.deepEqual(plan([item(1, 100, 100), item(1, -150, -150)], { taxAmount: 200 }), {
    reason: "items: the discounts exceed the goods",
  });
});

test("a name is cut between characters, and a tip stays beside the order", () => {
  const name = `${"x".repeat(511)}😀`;
  const planned = plan([item(1, 100, 100, name)], { amount: 150, tipAmount: 50 });
  assert.ok("order" in planned);
  assert.equal(planned.order.lineItems?.[0]?.name, "x".repeat(511));
  const bare = plan([], { amount: 150, tipAmount: 50 });
  assert.ok("order" in bare);
  assert.deepEqual(bare.order.lineItems?.[0]?.basePriceMoney, usd(100));
});

test("long names are cut to what Square holds", () => {
  const planned = plan([item(1, 100, 100), item(1, -50, -50, "x".repeat(256))]);
  assert.ok("order" in planned);
  assert.equal(planned.order.discounts?.[0]?.name?.length, 255);
});

test("whatever the items, Square's total is the amount", async () => {
  const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };
  const square = createSquare(credentials, { baseUrl: standIn.url, environment: "development" });
  for (let round = 0; round < 150; round += 1) {
    const items = [item(1, 5000, 5000), ...Array.from({ length: 1 + (round % 5) }, randomItem)];
    const taxAmount = pick(-200, 900);
    const amount = items.reduce((sum, { totalPrice }) => sum + totalPrice, taxAmount);
    const charge = contractCharge({ items, taxAmount, amount, cardNonce: "cnon:card-nonce-ok" });
    const outcome = await square.charge(charge, patientSignal());
    assert.equal(outcome.kind, "succeeded", JSON.stringify({ outcome, items, taxAmount }));
  }
});

function randomItem(): LineItem {
  const quantity = pick(1, 4000) / 10 ** pick(0, 4);
  const unitPrice = pick(1, 900);
  const product = quantity * unitPrice;
  const way = pick(0, 3);
  if (way === 3) return item(1, -unitPrice, -unitPrice);
  return item(quantity, unitPrice, way === 0 ? Math.ceil(product) : Math.round(product));
}

function pick(from: number, to: number): number {
  return from + Math.floor(Math.random() * (to - from + 1));
}
