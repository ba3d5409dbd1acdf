import assert from "node:assert/strict";
import { test } from "node:test";
import type { StoredCard } from "#lib/wallet/device-store.ts";
import type { OwnPayment } from "./use-visit.ts";
import { findOwnCard, findStep } from "./visit-step.ts";

const paid: OwnPayment = {
  paymentId: "pay_1",
  receiptId: "BD-1",
  transactionId: "txn_1",
  amount: 980,
  currency: "usd",
  paymentStatus: "succeeded",
  receiptStatus: "sealed",
  cardIndexStart: "00",
  keyId: "key_1",
  createdAt: "2026-11-22T12:00:00.000Z",
  openedAt: null,
  sealedAt: "till",
  envelope: { bytes: 1, ciphertextStart: "" },
};

const key = {
  keyId: "key_1",
  publicKey: "",
  version: 1,
  state: "current",
  createdAt: "",
  iv: new Uint8Array(),
  wrapped: new Uint8Array(),
} as const;

const mine: StoredCard = {
  cardId: "card",
  environment: "development",
  last4: "0420",
  brand: null,
  userId: "usr_1",
  keys: [key],
  createdAt: "",
};

const cases: [name: string, step: string, known: Parameters<typeof findStep>[0]][] = [
  [
    "nothing was paid",
    "pay",
    { payment: undefined, mine, isOther: false, isOpen: false, browsers: 1 },
  ],
  [
    "nobody knows whether it was paid",
    "pay",
    {
      payment: { ...paid, paymentStatus: "pending" },
      mine,
      isOther: false,
      isOpen: false,
      browsers: 1,
    },
  ],
  [
    "the receipt waits",
    "add",
    {
      payment: { ...paid, receiptStatus: "escrowed", keyId: null },
      mine: undefined,
      isOther: false,
      isOpen: false,
      browsers: 1,
    },
  ],
  [
    "the receipt of another card waits",
    "claim",
    {
      payment: { ...paid, receiptStatus: "escrowed", keyId: null },
      mine,
      isOther: true,
      isOpen: false,
      browsers: 1,
    },
  ],
  ["the key is here", "open", { payment: paid, mine, isOther: false, isOpen: false, browsers: 1 }],
  ["it is open", "done", { payment: paid, mine, isOther: false, isOpen: true, browsers: 1 }],
  [
    "the key is elsewhere",
    "followed",
    { payment: paid, mine: undefined, isOther: false, isOpen: false, browsers: 2 },
  ],
  [
    "the key is nowhere",
    "lost",
    { payment: paid, mine: undefined, isOther: false, isOpen: false, browsers: 1 },
  ],
  [
    "the card has another key here",
    "followed",
    { payment: { ...paid, keyId: "key_2" }, mine, isOther: false, isOpen: false, browsers: 2 },
  ],
  [
    "the receipt was erased",
    "pay",
    {
      payment: { ...paid, receiptStatus: "erased" },
      mine,
      isOther: false,
      isOpen: false,
      browsers: 1,
    },
  ],
];
for (const [name, step, known] of cases) {
  test(`${step}: ${name}`, () => assert.equal(findStep(known), step));
}

test("the till's card is told from those that the wallet has added", () => {
  const registered = { keyId: "key_1", registeredAt: "2026-11-22T12:00:00.000Z" };
  const added = { ...registered, indexStart: "11", userId: "usr_2" };
  const unknown = { indexStart: "00", userId: null, keyId: null, registeredAt: null };
  const other: StoredCard = { ...mine, cardId: "other", userId: "usr_2" };
  const unfinished: StoredCard = { ...mine, cardId: "unfinished", userId: null };

  const before = { cards: [added, unknown], payments: [paid] };
  assert.deepEqual(findOwnCard(before, [unfinished, other]), {
    kept: unknown,
    mine: undefined,
    isOther: false,
  });

  const own = { ...registered, indexStart: "00", userId: "usr_1" };
  const after = { cards: [added, own], payments: [paid] };
  assert.deepEqual(findOwnCard(after, [other, mine]), { kept: own, mine, isOther: false });

  const unpaid = { cards: [added], payments: [] };
  assert.deepEqual(findOwnCard(unpaid, [other]), {
    kept: undefined,
    mine: undefined,
    isOther: false,
  });

  const strange = { ...unknown, indexStart: "22" };
  const claimable = { ...paid, paymentId: "pay_2", cardIndexStart: "22" };
  const later = { cards: [added, own, strange], payments: [claimable, paid] };
  assert.deepEqual(findOwnCard(later, [other, mine]), { kept: own, mine, isOther: true });
});
