import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  compareAges,
  findSignedBefore,
  knowsMerchant,
  type Recognition,
  recognize,
  type SeenSigner,
} from "./recognize-signer.ts";

const seen = (
  thumbprint: string,
  merchantName: string,
  paymentId: string,
  day: number,
): SeenSigner => ({ thumbprint, merchantName, paymentId, ...on(day) });

/** Opened on the day of the receipt. */
function on(day: number) {
  const receiptAt = `2026-11-0${day}T09:00:00Z`;
  return { receiptAt, seenAt: receiptAt };
}

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
      const { receiptAt } = on(Number(paymentId.slice(4)));
      const signed = { thumbprint, merchantName, paymentId, receiptAt };
      assert.deepEqual(recognize(known, signed), recognition);
    });
  }
});

test("the order in which receipts are opened does not matter", () => {
  const opened = [bakery, seen("k1", "Corner Bakery", "pay_2", 2), renewed];
  for (const order of fc.sample(fc.shuffledSubarray(opened, { minLength: 3 }), 50)) {
    const known: SeenSigner[] = [];
    for (const [place, signed] of order.entries()) {
      if (recognize(known, signed).kind === "seen") continue;
      known.push({ ...signed, seenAt: `2026-11-20T09:0${place}:00Z` });
      known.sort(compareAges);
    }
    const verdicts = opened.map((signed) => recognize(known, signed).kind);
    assert.deepEqual(verdicts, ["first", "seen", "new_key"]);
  }
});

test("receipts of one moment are in the order of their payment ids, and equal ones are equal", () => {
  const same = seen("k1", "Corner Bakery", "pay_2", 1);
  assert.equal(compareAges(bakery, bakery), 0);
  assert.equal(compareAges(bakery, same), -1);
  assert.equal(compareAges(same, bakery), 1);
});

test("a signer that was remembered without the time of its receipt counts from when it was seen", () => {
  const { receiptAt: _, ...old } = renewed;
  assert.deepEqual(
    recognize([old], { ...bakery, paymentId: "pay_4", ...on(4), thumbprint: "k3" }),
    { kind: "seen", since: old.seenAt },
  );
  assert.deepEqual(recognize([old], bakery), { kind: "first" });
});

describe("a shop is told by its organization and merchantId, too", () => {
  const corner = { merchantId: "m_corner", organization: "org_1" };
  const known = [{ ...bakery, ...corner }];
  const later = { paymentId: "pay_4", ...on(4) };
  const cases: [string, object, Recognition][] = [
    [
      "another key under another name",
      { thumbprint: "k3", merchantName: "Corner Bread", ...corner },
      { kind: "new_key", merchantName: "Corner Bakery" },
    ],
    [
      "the known key under another name, which no signer gets to choose",
      { thumbprint: "k1", merchantName: "Your Bank", ...corner },
      { kind: "other_name", merchantName: "Corner Bakery" },
    ],
    [
      "another merchant of that organization",
      { thumbprint: "k3", merchantName: "Corner Bread", ...corner, merchantId: "m_bread" },
      { kind: "first" },
    ],
    [
      "that merchantId without an organization",
      { thumbprint: "k3", merchantName: "Corner Bread", merchantId: "m_corner" },
      { kind: "first" },
    ],
    [
      "the known key and name, of another organization",
      { thumbprint: "k1", merchantName: "Corner Bakery", ...corner, organization: "org_2" },
      { kind: "seen", since: bakery.seenAt },
    ],
  ];
  for (const [name, signed, recognition] of cases) {
    test(name, () => {
      const receipt = { thumbprint: "", merchantName: "", ...signed, ...later };
      assert.deepEqual(recognize(known, receipt), recognition);
    });
  }

  test("what was remembered without them is completed by the next receipt", () => {
    const signed = { ...bakery, ...corner, ...later };
    assert.equal(knowsMerchant([bakery], signed), false);
    assert.equal(knowsMerchant(known, signed), true);
    assert.equal(knowsMerchant([bakery], { ...bakery, ...later }), true);
  });
});

describe("characters that are invisible do not make another name", () => {
  const invisible = [
    "\u200b",
    "\u2060",
    "\u00ad",
    "\u202c",
    "\ufe0f",
    "\ufeff",
    "\u200f",
    "\u0007",
  ];
  for (const one of [...invisible, "\u{e0041}", "\u3164", "\u0600"]) {
    test(`U+${one.codePointAt(0)?.toString(16).padStart(4, "0")}`, () => {
      for (const merchantName of [`Corner Bakery${one}`, `Cor${one}ner ${one} Bakery`]) {
        const receipt = { merchantName, paymentId: "pay_4", ...on(4) };
        assert.equal(findSignedBefore([bakery], receipt), bakery.receiptAt);
        const recognition = recognize([bakery], { ...receipt, thumbprint: "k9" });
        assert.deepEqual(recognition, { kind: "new_key" });
      }
    });
  }
});

describe("a receipt without a signature", () => {
  const unsigned = { merchantName: "corner bakery", paymentId: "pay_4" };
  test("of a shop that signed before", () => {
    const { receiptAt } = on(4);
    assert.equal(findSignedBefore([bakery, books], { ...unsigned, receiptAt }), bakery.receiptAt);
  });

  test("of one that did not, that began to sign later, or of an unknown time", () => {
    const { receiptAt } = on(2);
    assert.equal(findSignedBefore([books], { ...unsigned, receiptAt }), undefined);
    assert.equal(findSignedBefore([renewed], { ...unsigned, receiptAt }), undefined);
    assert.equal(findSignedBefore([bakery], { ...unsigned, receiptAt: undefined }), undefined);
  });
});
