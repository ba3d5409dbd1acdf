import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { type MerchantPayment, startMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";

const shop = setUp(() => startMerchant({ env: { GATEWAY_TIMEOUT_MS: "20000" } }));

const cancelAtStripe = ({ paymentId, orderId }: MerchantPayment) =>
  shop.deliverStripe(
    JSON.stringify({
      id: `evt_${paymentId}`,
      object: "event",
      type: "payment_intent.canceled",
      data: { object: { id: orderId, status: "canceled", metadata: { paymentId } } },
    }),
  );

const cancelAtSquare = ({ paymentId, orderId, clientSecret }: MerchantPayment) =>
  shop.deliverSquare(
    JSON.stringify({
      event_id: `event-${paymentId}`,
      created_at: new Date().toISOString(),
      type: "payment.updated",
      data: {
        object: {
          payment: {
            id: clientSecret,
            order_id: orderId,
            status: "CANCELED",
            reference_id: paymentId,
          },
        },
      },
    }),
  );

const providers = [
  ["gateway_one", { paymentMethod: "pm_card_visa" }, cancelAtStripe],
  ["gateway_two", { cardNonce: "cnon:card-nonce-ok" }, cancelAtSquare],
] as const;

for (const [gateway, card, cancelThere] of providers) {
  for (const [who, status, cancelRequestedAt] of [
    ["was requested here, and whose answer was lost", "canceled", "now()"],
    ["nobody requested here", "failed", "NULL"],
  ] as const) {
    test(`${gateway}: the news of a cancellation that ${who}: ${status}`, async () => {
      const payment = await shop.pay(gateway, card);
      await pool().query(
        `UPDATE payment SET status = 'requires_confirmation', cancel_requested_at = ${cancelRequestedAt}
         WHERE id = $1`,
        [payment.paymentId],
      );
      assert.equal((await cancelThere(payment)).status, 200);
      assert.equal((await shop.get(payment)).status, status);
    });
  }
}
