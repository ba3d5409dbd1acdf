import assert from "node:assert/strict";
import { test } from "node:test";
import Stripe from "stripe";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { STRIPE_SECRET, startMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { forgetGatewayEvents, receiveNotification, rememberNotification } from "./notifications.ts";

const shop = setUp(() => startMerchant());

test("a notification is received each time it comes, and remembered once", async () => {
  const event = {
    id: "evt_received",
    type: "charge.refunded",
    data: { object: { metadata: { paymentId: "pay_1" } } },
  };
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: STRIPE_SECRET });
  const connectionId = shop.connections.gateway_one;
  const receive = () =>
    receiveNotification({
      gateway: "gateway_one",
      connectionId,
      delivery: {
        body: Buffer.from(payload),
        headers: new Headers({ "Stripe-Signature": signature }),
        url: "http://localhost/",
      },
    });
  for (const isNew of [true, false]) {
    const notification = await receive();
    assert.deepEqual(notification, {
      connection: { organizationId: shop.organizationId, environment: "development", connectionId },
      eventId: "evt_received",
      payment: { paymentId: "pay_1", refundsChanged: true },
    });
    const remember = inTransaction((transaction) =>
      rememberNotification(transaction, notification),
    );
    assert.equal(await remember, isNew);
  }
});

test("what is not remembered in the end is new again", async () => {
  const connection = {
    organizationId: shop.organizationId,
    environment: "development",
    connectionId: shop.connections.gateway_two,
  } as const;
  const notification = {
    connection,
    eventId: "evt_rolled_back",
    payment: undefined,
  };
  const failing = inTransaction(async (transaction) => {
    assert.equal(await rememberNotification(transaction, notification), true);
    throw new Error("the effect failed");
  });
  await assert.rejects(failing, /the effect failed/);
  const again = inTransaction((transaction) => rememberNotification(transaction, notification));
  assert.equal(await again, true);
});

test("events are kept for 30 days", async () => {
  for (const id of ["evt_old", "evt_recent"]) {
    const event = { id, type: "invoice.paid", data: { object: {} } };
    assert.equal((await shop.deliverStripe(JSON.stringify(event))).status, 200);
  }
  const age = "UPDATE gateway_event SET received_at = now() - $2::interval WHERE event_id = $1";
  await pool().query(age, ["evt_old", "30 days 1 minute"]);
  await pool().query(age, ["evt_recent", "29 days 23 hours"]);
  await forgetGatewayEvents();
  assert.deepEqual(
    [await shop.countEvents("evt_old"), await shop.countEvents("evt_recent")],
    [0, 1],
  );
});

test("what the sandbox wrote down is kept for 30 days", async () => {
  await pool().query(
    `INSERT INTO sandbox_payment (payment_id, state, created_at)
     VALUES ('pay_old', 'paid', now() - interval '30 days 1 minute'),
            ('pay_recent', 'canceled', now() - interval '29 days 23 hours')`,
  );
  await forgetGatewayEvents();
  const { rows } = await pool().query("SELECT payment_id AS id FROM sandbox_payment");
  assert.deepEqual(rows, [{ id: "pay_recent" }]);
});
