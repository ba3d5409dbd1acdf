import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatKeyId } from "#lib/crypto/key-id.ts";
import { checkSeal, type ListedSeal, type Seal } from "./check-seal.ts";
import type { OwnKey } from "./own-keys.ts";
import { type SealedContent, tillContent } from "./till-content.ts";

const [mine, second, theirs, foreign] = ["M", "N", "T", "F"].map((letter) => letter.repeat(43)) as [
  string,
  string,
  string,
  string,
];
const createdAt = "2026-11-20T10:00:00.000Z";

const listed: ListedSeal = {
  paymentId: "pay_1",
  receiptId: "r",
  transactionId: "t",
  gateway: "gateway_one",
  kind: "sale",
  refundOf: null,
  amount: 1250,
  currency: "eur",
  createdAt,
  deliveredBy: "card",
  keyIds: [formatKeyId(mine)],
  sealedAt: "till",
  keyKind: "cardholder",
};
const { sealedAt: _sealedAt, keyKind: _keyKind, ...oldList } = listed;
const forEscrow = { ...listed, keyKind: "escrow" as const };

function sealed(fields: object = {}): SealedContent {
  return tillContent.parse({
    receiptId: "r",
    merchantId: "m",
    merchantName: "Corner Bakery",
    transactionId: "t",
    transactionDate: "2026-11-20T10:00:00Z",
    currency: "EUR",
    amount: 1250,
    paymentId: "pay_1",
    sealedTo: mine,
    sealedAt: "till",
    ...fields,
  });
}

const inUse = (thumbprint: string): OwnKey => ({ thumbprint, replacedAt: undefined });
const replaced = (thumbprint: string, replacedAt: string): OwnKey => ({ thumbprint, replacedAt });
const card = { createdAt: "2026-11-19T10:00:00.000Z" };

type Place = Partial<Parameters<typeof checkSeal>[1]>;

function check(fields: object, place: Place = {}) {
  return checkSeal(sealed(fields), {
    paymentId: "pay_1",
    listed,
    keys: [inUse(mine)],
    card,
    ...place,
  });
}

const forDevice: Seal = { state: "device", others: [], unlisted: [] };

describe("for whom it was sealed", () => {
  const cases: [name: string, fields: object, place: Place, expected: Seal][] = [
    ["this device", {}, {}, forDevice],
    ["this device, in a list of one", { sealedTo: [mine] }, {}, forDevice],
    ["this device, before the list is here", {}, { listed: undefined, card: undefined }, forDevice],
    [
      "this device and another one that is listed",
      { sealedTo: [theirs, mine] },
      { listed: { ...listed, keyIds: [formatKeyId(theirs), formatKeyId(mine)] } },
      { state: "device", others: [theirs], unlisted: [] },
    ],
    [
      "two keys of this device",
      { sealedTo: [mine, second] },
      { keys: [inUse(mine), inUse(second)] },
      forDevice,
    ],
    [
      "another device whose key has an id of its own",
      { sealedTo: [mine, theirs] },
      { listed: { ...listed, keyIds: [formatKeyId(mine), "tablet"] } },
      { state: "device", others: [theirs], unlisted: [] },
    ],
    [
      "another device that is not listed",
      { sealedTo: [mine, theirs, foreign] },
      { listed: { ...listed, keyIds: [formatKeyId(mine), formatKeyId(theirs)] } },
      { state: "device", others: [theirs, foreign], unlisted: [foreign] },
    ],
    [
      "more devices than have ids of their own",
      { sealedTo: [mine, theirs, foreign] },
      { listed: { ...listed, keyIds: [formatKeyId(mine), "tablet"] } },
      { state: "device", others: [theirs, foreign], unlisted: [foreign] },
    ],
    ["a stranger's key", { sealedTo: foreign }, {}, { state: "other_key", sealedTo: [foreign] }],
    [
      "two strangers' keys, which the escrow has not",
      { sealedTo: [foreign, theirs] },
      { listed: forEscrow },
      { state: "other_key", sealedTo: [foreign, theirs] },
    ],
    [
      "a stranger's key, before the list is here",
      { sealedTo: foreign },
      { listed: undefined },
      { state: "unknown_key", sealedTo: [foreign] },
    ],
    ["escrow", { sealedTo: foreign }, { listed: forEscrow }, { state: "escrow" }],
    ["this device, whatever the list says of escrow", {}, { listed: forEscrow }, forDevice],
  ];
  for (const [name, fields, place, expected] of cases) {
    test(name, () => {
      assert.deepEqual(check(fields, place), { seal: expected, differs: [] });
    });
  }
});

describe("what no honest till seals", () => {
  const spellings: [string, unknown][] = [
    ["nothing", undefined],
    ["null", null],
    ["a number", 7],
    ["an empty text", ""],
    ["too short a text", "M".repeat(42)],
    ["another alphabet", "M".repeat(42).concat("+")],
    ["an empty list", []],
    ["a list with something else in it", [mine, 7]],
    ["a list in a list", [[mine]]],
    ["one key twice", [mine, mine]],
    ["an object", { 0: mine, length: 1 }],
    ["more keys than there are devices", Array.from("ABCDEFGHIJKLMNOPQR", (a) => a.repeat(43))],
  ];
  for (const [name, sealedTo] of spellings) {
    test(`it was sealed to ${name}`, () => {
      assert.deepEqual(check({ sealedTo }).seal, { state: "malformed" });
    });
  }
});

describe("what the service says and the receipt does not, or the other way round", () => {
  const plain = { sealedTo: undefined, sealedAt: undefined };
  const cases: [name: string, fields: object, place: Place, state: Seal["state"]][] = [
    [
      "both say that the service sealed it",
      plain,
      { listed: { ...listed, sealedAt: "service" } },
      "none",
    ],
    ["the receipt says nothing, and the list is not here", plain, { listed: undefined }, "none"],
    ["a list from before there were tills that seal", plain, { listed: oldList }, "none"],
    ["the service alone says till", plain, {}, "unclaimed"],
    [
      "the service alone says till, and the receipt names a key",
      { sealedAt: undefined },
      {},
      "unclaimed",
    ],
    ["another word inside", { sealedAt: "service" }, {}, "unclaimed"],
    [
      "the receipt alone says till",
      {},
      { listed: { ...listed, sealedAt: "service" } },
      "contradicted",
    ],
  ];
  for (const [name, fields, place, state] of cases) {
    test(name, () => {
      assert.equal(check(fields, place).seal.state, state);
    });
  }
});

describe("a key that this device had replaced", () => {
  const cases: [name: string, replacedAt: string, isAlarm: boolean][] = [
    ["a moment after the sale", "2026-11-20T10:00:01.000Z", false],
    ["while it was reserved", "2026-11-20T09:51:00.000Z", false],
    ["by a clock that was two hours slow", "2026-11-20T07:55:00.000Z", false],
    ["within the day that clocks may differ by", "2026-11-19T09:51:00.000Z", false],
    ["before that", "2026-11-19T09:49:00.000Z", true],
    ["long ago", "2025-11-20T08:49:00.000Z", true],
  ];
  for (const [name, replacedAt, isAlarm] of cases) {
    test(name, () => {
      const { seal } = check({}, { keys: [replaced(mine, replacedAt), inUse(second)] });
      const alarm = { state: "replaced_key", sealedTo: [mine], replacedAt };
      assert.deepEqual(seal, isAlarm ? alarm : forDevice);
    });
  }

  test("beside the one in use", () => {
    const keys = [replaced(mine, "2026-11-01T10:00:00.000Z"), inUse(second)];
    assert.equal(check({ sealedTo: [second, mine] }, { keys }).seal.state, "replaced_key");
  });
});

describe("escrow for a card that was in this wallet", () => {
  const long = "2026-11-01T10:00:00.000Z";
  const cases: [name: string, card: Place["card"], listed: object, isNeedless: boolean][] = [
    ["for a month", { createdAt: long, registeredAt: long }, {}, true],
    ["for a month, from before that was recorded", { createdAt: long }, {}, true],
    ["for 8 days and a minute", { createdAt: "2026-11-12T09:59:00.000Z" }, {}, true],
    ["for 8 days", { createdAt: "2026-11-12T10:00:00.000Z" }, {}, false],
    [
      "registered yesterday, added long before",
      { createdAt: long, registeredAt: card.createdAt },
      {},
      false,
    ],
    ["from a backup", { createdAt: long, restoredAt: long }, {}, false],
    ["by another identifier", { createdAt: long }, { deliveredBy: "phone" }, false],
    ["by its claim code", { createdAt: long }, { deliveredBy: "claim_code" }, false],
  ];
  for (const [name, of, said, isNeedless] of cases) {
    test(name, () => {
      const place = { card: of, listed: { ...forEscrow, ...said } };
      const { seal } = check({ sealedTo: foreign }, place);
      assert.equal(seal.state, isNeedless ? "needless_escrow" : "escrow");
    });
  }
});

describe("what the receipt says of its payment, beside the list", () => {
  const cases: [name: string, fields: object, differs: string[]][] = [
    ["all the same, but for the case of the currency", {}, []],
    ["nothing that a till may leave out", { paymentId: undefined }, []],
    ["nulls", { paymentId: null, gateway: null, kind: null, refundOf: null }, []],
    ["the same gateway and kind", { gateway: "gateway_one", kind: "sale" }, []],
    ["another amount", { amount: 125 }, ["amount"]],
    ["another currency", { currency: "usd" }, ["currency"]],
    ["another payment", { paymentId: "pay_2" }, ["paymentId"]],
    ["another sale", { receiptId: "r2", transactionId: "t2" }, ["receiptId", "transactionId"]],
    ["a refund", { kind: "refund", refundOf: "pay_0" }, ["kind", "refundOf"]],
    ["another gateway", { gateway: "gateway_two" }, ["gateway"]],
  ];
  for (const [name, fields, differs] of cases) {
    test(name, () => {
      assert.deepEqual(check(fields).differs, differs);
    });
  }

  test("is compared where the service alone says that a till sealed it", () => {
    const { seal, differs } = check({ sealedAt: undefined, amount: 125 });
    assert.deepEqual([seal.state, differs], ["unclaimed", ["amount"]]);
  });

  test("is compared with the payment that it was opened as, without the list", () => {
    const place = { listed: undefined };
    assert.deepEqual(check({ paymentId: "pay_2", amount: 125 }, place).differs, ["paymentId"]);
  });
});
