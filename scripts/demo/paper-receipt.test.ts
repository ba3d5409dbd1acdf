import assert from "node:assert/strict";
import { test } from "node:test";
import { widthOf } from "#components/receipts/text-columns.ts";
import { readExamples } from "#examples/read-examples.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { formatPaperReceipt } from "./paper-receipt.ts";

const examples = readExamples();

test("every example prints as a rectangle that fits a terminal", () => {
  for (const { name, request } of examples) {
    // What is decrypted always says the amount; a request to the second gateway may leave it out.
    const receipt = openedReceipt.parse({ amount: request.totalAmount, ...request });
    const lines = formatPaperReceipt(receipt);
    assert.deepEqual([...new Set(lines.map(widthOf))], [48], name);
  }
});

const PRINTED: [string, string[]][] = [
  [
    "restaurant",
    [
      " Tagliatelle al ragù                   $52.00 ",
      "   2 × $26.00                                 ",
      " TOTAL                                $204.91 ",
    ],
  ],
  ["supermarket-berlin", ["0,684 kg × 2,99 €/kg", "-1,50 €", "17,50 €"]],
  ["ramen-tokyo", ["￥980", "￥4,169"]],
  ["coffee-kuwait", ["KWD 1.750", "KWD 6.000"]],
  ["insurance-santiago", ["1,8832 CLF"]],
  ["minimal", ["Corner Kiosk", "$12.75", "Oct 18, 2026, 6:30 AM"]],
];

test("money is written as in the merchant's country", () => {
  for (const [name, expected] of PRINTED) {
    const example = examples.find((candidate) => candidate.name === name);
    const text = formatPaperReceipt(openedReceipt.parse(example?.request)).join("\n");
    for (const part of expected) assert.ok(text.includes(part), `${part} in\n${text}`);
  }
});

test("a country that is none falls back to the United States", () => {
  const [example] = examples.filter(({ name }) => name === "restaurant");
  const receipt = openedReceipt.parse({ ...example?.request, merchantCountry: "Narnia" });
  assert.ok(formatPaperReceipt(receipt).join("\n").includes("$204.91"));
});
