import assert from "node:assert/strict";
import { test } from "node:test";
import { gateways } from "#lib/core/vocabulary.ts";
import { clearFields, recipientFieldNames } from "#lib/receipts/contract.ts";
import { createTillOrder } from "#lib/testing/till-order.ts";
import { divideBody } from "./divide-body.ts";
import { shops } from "./shops.ts";

const notInReceipt = [...recipientFieldNames, "cardNonce", "verificationToken", "customer"];

for (const gateway of gateways) {
  for (const part of [undefined, 100]) {
    test(`the service gets what it charges, and no word of the receipt: ${gateway}, ${part ?? "whole"}`, () => {
      for (const shop of shops) {
        const { body, total } = createTillOrder({ shop, gateway, part });
        const sent = { ...body, verificationToken: "vt", customer: "cus" };
        const { clear, receipt } = divideBody(sent, { gateway, amount: total });
        for (const name of Object.keys(clear)) assert.ok(name in clearFields.shape, name);
        assert.deepEqual(clearFields.parse(clear), clear);
        assert.equal(clear.amount, part ?? body.totalAmount);

        const words = JSON.stringify(clear);
        for (const word of [shop.merchantName, shop.cashier, shop.items[0]?.name, "4242"]) {
          assert.ok(word && !words.includes(word), word);
        }
        for (const name of notInReceipt) assert.ok(!(name in receipt), name);
        const { amount } = clear;
        assert.deepEqual(receipt, { ...withoutRecipient(body), amount, gateway });
      }
    });
  }
}

test("each identifier of the recipient is in the clear", () => {
  const hash = "0a".repeat(32);
  const recipient = { recipientHashedPan: hash, recipientHashedPar: hash };
  const { body, total } = createTillOrder({ gateway: "gateway_two", recipient });
  const divided = divideBody(body, { gateway: "gateway_two", amount: total });
  assert.deepEqual(divided.recipient, recipient);
  const { recipientHashedPan, recipientHashedPar, cardNonce } = divided.clear;
  assert.deepEqual({ recipientHashedPan, recipientHashedPar }, recipient);
  assert.equal(cardNonce, body.cardNonce);
});

function withoutRecipient(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !notInReceipt.includes(name)));
}
