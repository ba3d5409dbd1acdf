import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { setUpNotifiedShops } from "#lib/testing/notified-shops.ts";

const { shop, providers } = setUpNotifiedShops();

for (const { gateway, wait, set, notify } of providers) {
  for (const [who, status, cancelRequestedAt] of [
    ["was requested here, and whose answer was lost", "canceled", "now()"],
    ["nobody requested here", "failed", "NULL"],
  ] as const) {
    test(`${gateway}: the news of a cancellation that ${who}: ${status}`, async () => {
      const payment = await wait();
      set(payment, { status: "canceled" });
      await pool().query(
        `UPDATE payment SET cancel_requested_at = ${cancelRequestedAt} WHERE id = $1`,
        [payment.paymentId],
      );
      assert.equal((await notify(payment, { claim: "canceled" })).status, 200);
      assert.equal((await shop.get(payment)).status, status);
    });
  }
}
