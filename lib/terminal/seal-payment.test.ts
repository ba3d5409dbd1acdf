import assert from "node:assert/strict";
import { test } from "node:test";
import { gateways } from "#lib/core/vocabulary.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { grant, randomHashedPan, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { callAsTill } from "#lib/testing/call-as-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { createTillOrder } from "#lib/testing/till-order.ts";
import { divideBody } from "./divide-body.ts";
import type { SealedPayment } from "./seal-payment.ts";
import { beginSealedTap, type SealingWatch } from "./sealed-tap.ts";
import { shops } from "./shops.ts";

const service = setUpTestService();
const api = setUpApi(service);

/** What the till has sent. */
const till = setUp(async () => ({ sent: callAsTill(service, api) }));

const watch: SealingWatch = {
  onAttempt: () => undefined,
  onWait: () => undefined,
  onSealed: () => undefined,
  onNotBegun: () => undefined,
};

for (const gateway of gateways) {
  for (const part of [undefined, 250]) {
    test(`charges what the receipt says, which only the cardholder reads: ${gateway}, ${part ?? "whole"}`, async () => {
      const holder = await registerCardholder(api);
      const recipient = { recipientHashedPan: holder.hashedPan };
      for (const shop of shops) {
        till.sent.length = 0;
        // Square takes no currency of three decimals.
        if (gateway === "gateway_two" && shop.currency === "kwd") continue;
        const order = createTillOrder({ shop, gateway, part, recipient });
        const taps: SealedPayment[] = [];
        const onSealed = (sealed: SealedPayment) => void taps.push(sealed);
        const answer = await beginSealedTap(order)({ ...watch, onSealed });
        assert.ok(answer.state === "paid", JSON.stringify(answer));
        const { paymentId, veroMetadata } = answer.payment;
        const { amount, sealedAt, receiptStatus } = veroMetadata;
        assert.deepEqual([amount, sealedAt, receiptStatus], [order.total, "till", "sealed"]);
        assert.equal(till.sent.length, 2);
        const words = [shop.merchantName, shop.merchantStreet, shop.items[0]?.name, "taxes"];
        for (const word of words) assert.ok(word && !till.sent.join().includes(word), word);

        const tokenId = await grant(api, holder, { paymentId });
        const sealed = await api.call("POST /api/v1/payments/envelope", {
          body: { paymentId, tokenId },
        });
        const privateKey = await importPrivateKey(holder.privateKey);
        const opened = await openReceipt({ sealed, paymentId, privateKey });
        const { sealedTo, ...fields } = opened;
        const { receipt } = divideBody(order.body, { gateway, amount: order.total });
        assert.deepEqual(fields, { ...receipt, paymentId, sealedAt: "till" });
        assert.equal(typeof sealedTo, "string");
        // What the page shows as sealed is what the cardholder opens.
        assert.deepEqual(taps[0]?.inside, opened);
      }
    });
  }
}

test("an unknown card has its receipt sealed for the escrow, with a code to claim it", async () => {
  const recipient = { recipientHashedPan: randomHashedPan() };
  const answer = await beginSealedTap(createTillOrder({ recipient }))(watch);
  assert.ok(answer.state === "paid", JSON.stringify(answer));
  const { receiptStatus, sealedAt, claimCode } = answer.payment.veroMetadata;
  assert.deepEqual([receiptStatus, sealedAt], ["escrowed", "till"]);
  assert.match(claimCode ?? "", /^clm_/);
});

test("the next card after a decline has a reservation of its own, in the same sale", async () => {
  const declined = createTillOrder();
  const body = { ...declined.body, paymentMethod: "pm_card_chargeDeclined" };
  const first = await beginSealedTap({ ...declined, body })(watch);
  assert.equal(first.state, "declined");
  const next = { ...declined.body, recipientHashedPan: randomHashedPan() };
  const second = await beginSealedTap({ ...declined, body: next })(watch);
  assert.equal(second.state, "paid", JSON.stringify(second));
});

test("a tap that is sent again is the same payment", async () => {
  const take = beginSealedTap(createTillOrder());
  const [first, second] = [await take(watch), await take(watch)];
  assert.ok(first.state === "paid" && second.state === "paid");
  assert.equal(first.payment.paymentId, second.payment.paymentId);
  assert.equal(till.sent.at(-1), till.sent.at(-2));
});
