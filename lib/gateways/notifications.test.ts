import assert from "node:assert/strict";
import { test } from "node:test";
import Stripe from "stripe";
import { createId } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { STRIPE_SECRET, startMerchant } from "#lib/testing/merchant.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  forgetGatewayEvents,
  receiveNotification,
  rememberNotification,
  wasTaken,
} from "./notifications.ts";

const shop = setUp(() => startMerchant());

test("a notification is received each time it comes, and remembered once", async () => {
  const paymentId = createId("payment");
  const object = { payment_intent: "pi_1", metadata: { paymentId } };
  const payload = JSON.stringify({ id: "evt_received", type: "charge.refunded", data: { object } });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: STRIPE_SECRET });
  const connectionId = shop.connections.gateway_one;
  const delivery = {
    body: Buffer.from(payload),
    headers: new Headers({ "Stripe-Signature": signature }),
    url: "http://localhost/",
  };
  const request = { gateway: "gateway_one", connectionId, delivery, address: "192.0.2.1" } as const;
  const tenant = { organizationId: shop.organizationId, environment: "development" };
  for (const isKnown of [false, true]) {
    const notification = await receiveNotification(request);
    assert.deepEqual(notification, {
      connection: { ...tenant, gateway: "gateway_one", connectionId },
      eventId: "evt_received",
      hint: { providerReference: "pi_1", paymentId, about: ["refunds"], disputeId: undefined },
    });
    assert.equal(await wasTaken(notification), isKnown);
    await rememberNotification(notification);
    await rememberNotification(notification);
  }
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
