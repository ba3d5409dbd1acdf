import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { checkReceiptFields } from "./contract-names.ts";

const schema = z.looseObject({}).superRefine(checkReceiptFields);

function findRefusals(receipt: Record<string, unknown>): string[] {
  const { error } = schema.safeParse(receipt);
  return (error?.issues ?? []).map(({ path }) => path.join("."));
}

const refused: [receipt: Record<string, unknown>, path: string][] = [
  [{ paymentId: "1" }, "paymentId"],
  [{ gateway: null }, "gateway"],
  [{ merchantSignature: {} }, "merchantSignature"],
];

for (const [receipt, path] of refused) {
  test(`refuses ${path}`, () => assert.deepEqual(findRefusals(receipt), [path]));
}

test("keeps these names in an item", () => {
  assert.deepEqual(findRefusals({ items: [{ gateway: "Router", paymentId: "p-1" }] }), []);
});
