import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { type Merchant, startMerchant } from "#lib/testing/merchant.ts";
import { forgetGatewayEvents } from "./notifications.ts";

let shop: Merchant;
before(async () => {
  shop = await startMerchant();
});
after(() => shop.close());

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
