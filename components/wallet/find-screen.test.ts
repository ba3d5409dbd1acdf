import assert from "node:assert/strict";
import { test } from "node:test";
import { findScreen } from "./find-screen.ts";

const cases: [path: string, expected: object | undefined][] = [
  ["/wallet", { screen: "receipts" }],
  ["/wallet/", { screen: "receipts" }],
  ["/wallet/receipts/pay_1", { screen: "receipt", paymentId: "pay_1" }],
  ["/wallet/cards", { screen: "cards" }],
  ["/wallet/cards/add", { screen: "add_card" }],
  ["/wallet/cards/c1", { screen: "card", cardId: "c1" }],
  ["/wallet/vault", { screen: "vault" }],
  ["/wallet/claim", { screen: "claim" }],
  ["/wallet/pair", { screen: "pair" }],
  ["/wallet/claim/more", undefined],
  ["/wallet/receipts", undefined],
  ["/wallet/vault/more", undefined],
  ["/wallet/cards/c1/more", undefined],
  ["/elsewhere", undefined],
];
for (const [path, expected] of cases) {
  test(`${path} shows ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(findScreen(path), expected));
}
