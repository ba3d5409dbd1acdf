import assert from "node:assert/strict";
import { test } from "node:test";
import { createTillOrder } from "#lib/testing/till-order.ts";
import { divideBody } from "./divide-body.ts";
import { listInsideLines } from "./inside-lines.ts";

const { body, total } = createTillOrder();
const { clear, receipt } = divideBody(body, { gateway: "gateway_one", amount: total });
const inside = {
  ...receipt,
  paymentId: "pay_1",
  sealedTo: ["print_1", "print_2"],
  sealedAt: "till",
} as const;
const lines = listInsideLines(inside, { ...clear, reservation: "rsv_1" });
const textOf = (shown: typeof lines) => shown.map(({ text }) => text).join("\n");

test("the lines are all that was sealed, and no more", () => {
  assert.deepEqual(JSON.parse(textOf(lines)), JSON.parse(JSON.stringify(inside)));
});

test("they begin with the shop and what was bought, and end with what was sent as well", () => {
  assert.match(lines[1]?.text ?? "", /^"merchantName"/);
  const first = textOf(lines.slice(0, 14));
  assert.match(first, /"items": \[\n\{ "lineItemId"/);
  const from = lines.findIndex(({ fate }) => fate === "also_sent");
  const [stayed, sent] = [lines.slice(0, from), lines.slice(from, -1)];
  assert.match(textOf(stayed), /"cardLast4"[\s\S]*"sealedTo": \[\n"print_1",\n"print_2"\n\]/);
  assert.match(textOf(stayed), /"sealedAt": "till"/);
  assert.ok(sent.every(({ fate }) => fate === "also_sent"));
  const names = sent.map(({ text }) => /^"(\w+)"/.exec(text)?.[1]);
  const shared = Object.keys(receipt).filter((name) => name in clear);
  assert.deepEqual(names.toSorted(), [...shared, "gateway", "paymentId"].toSorted());
});
