import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import type { MerchantPayment } from "#lib/testing/merchant.ts";
import { setUpNotifiedShops } from "#lib/testing/notified-shops.ts";
import { findDisputes } from "./find-disputes.ts";

const { shop, providers } = setUpNotifiedShops();

async function disputesOf({ paymentId }: MerchantPayment): Promise<string[]> {
  const { rows } = await pool().query(
    `SELECT concat_ws(' ', dispute_id, kind) AS what FROM payment_event
     WHERE payment_id = $1 AND dispute_id IS NOT NULL ORDER BY sequence`,
    [paymentId],
  );
  return rows.map(({ what }) => what);
}

async function passDay(): Promise<void> {
  await pool().query(
    "UPDATE gateway_connection SET disputes_checked_at = disputes_checked_at - interval '1 day'",
  );
}

for (const { name, gateway, paid, standIn, ...provider } of providers) {
  const countCalls = () => standIn.requests.filter(({ path }) => path.includes("disputes")).length;

  describe(`disputes at ${name} whose notification was lost`, () => {
    test("are found once a day, and each once", async () => {
      const [payment, other] = [await shop.pay(gateway, paid), await shop.pay(gateway, paid)];
      await findDisputes();
      await passDay();
      provider.dispute(payment, `${name}_1`, false);
      await findDisputes();
      assert.deepEqual(await disputesOf(payment), [`${name}_1 disputed`]);

      const calls = countCalls();
      provider.dispute(other, `${name}_2`, false);
      await findDisputes();
      assert.equal(countCalls(), calls, "asked once a day");
      assert.deepEqual(await disputesOf(other), []);

      provider.dispute(payment, `${name}_1`, true);
      await passDay();
      await findDisputes();
      const closed = [`${name}_1 disputed`, `${name}_1 dispute_closed`];
      assert.deepEqual(await disputesOf(payment), closed);
      assert.deepEqual(await disputesOf(other), [`${name}_2 disputed`]);

      await passDay();
      await findDisputes();
      assert.deepEqual(await disputesOf(payment), closed);
      assert.deepEqual(await disputesOf(other), [`${name}_2 disputed`]);
    });

    test("are asked for again an hour after the provider gave no answer", async () => {
      const payment = await shop.pay(gateway, paid);
      provider.dispute(payment, `${name}_3`, false);
      await passDay();
      standIn.misbehave("error", { path: name === "stripe" ? "/v1/disputes" : "/v2/disputes" });
      await findDisputes();
      assert.deepEqual(await disputesOf(payment), []);
      await findDisputes();
      assert.deepEqual(await disputesOf(payment), [], "not at once");
      await pool().query(
        "UPDATE gateway_connection SET disputes_checked_at = disputes_checked_at - interval '1 hour'",
      );
      await findDisputes();
      assert.deepEqual(await disputesOf(payment), [`${name}_3 disputed`]);
    });
  });
}
