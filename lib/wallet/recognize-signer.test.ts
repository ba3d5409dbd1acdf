import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Recognition, recognize, type SeenSigner } from "./recognize-signer.ts";

const seen = (
  thumbprint: string,
  merchantName: string,
  paymentId: string,
  day: number,
): SeenSigner => ({ thumbprint, merchantName, paymentId, seenAt: `2026-11-0${day}T09:00:00Z` });

const bakery = seen("k1", "Corner Bakery", "pay_1", 1);
const books = seen("k2", "Book & Bean", "pay_2", 2);
const renewed = seen("k3", "Corner Bakery", "pay_3", 3);

describe("of a receipt, the wallet says of its key", () => {
  const since = bakery.seenAt;
  const cases: [string, SeenSigner[], [string, string, string], Recognition][] = [
    ["not seen before, to begin with", [], ["k1", "Corner Bakery", "pay_1"], { kind: "first" }],
    [
      "the same of that receipt later",
      [bakery, books],
      ["k1", "Corner Bakery", "pay_1"],
      { kind: "first" },
    ],
    [
      "seen, on the next receipt",
      [bakery],
      ["k1", "Corner Bakery", "pay_4"],
      { kind: "seen", since },
    ],
    [
      "seen, in another spelling",
      [bakery],
      ["k1", " CORNER  Bakery", "pay_4"],
      { kind: "seen", since },
    ],
    ["not seen, of another shop", [bakery], ["k2", "Book & Bean", "pay_2"], { kind: "first" }],
    ["a new key, of a known name", [bakery], ["k3", "Corner Bakery", "pay_3"], { kind: "new_key" }],
    [
      "a new key, of that receipt later",
      [bakery, renewed],
      ["k3", "corner bakery", "pay_3"],
      { kind: "new_key" },
    ],
    [
      "seen, once a new key is known",
      [bakery, renewed],
      ["k3", "Corner Bakery", "pay_5"],
      { kind: "seen", since: renewed.seenAt },
    ],
    [
      "not seen, of the first receipt, although there is a new key",
      [bakery, renewed],
      ["k1", "Corner Bakery", "pay_1"],
      { kind: "first" },
    ],
    [
      "whose it was, under another name",
      [bakery],
      ["k1", "Your Bank", "pay_6"],
      { kind: "other_name", merchantName: "Corner Bakery" },
    ],
    [
      "a new key, where another shop's signs under a known name",
      [bakery, books],
      ["k2", "Corner Bakery", "pay_7"],
      { kind: "new_key" },
    ],
  ];
  for (const [name, known, [thumbprint, merchantName, paymentId], recognition] of cases) {
    test(name, () => {
      assert.deepEqual(recognize(known, { thumbprint, merchantName, paymentId }), recognition);
    });
  }
});
