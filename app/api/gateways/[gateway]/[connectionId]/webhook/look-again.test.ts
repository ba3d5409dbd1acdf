import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { MerchantPayment } from "#lib/testing/merchant.ts";
import { setUpNotifiedShops } from "#lib/testing/notified-shops.ts";

const HINTS = 150;

const { shop, providers } = setUpNotifiedShops();

const statusOf = async (payment: MerchantPayment) => (await shop.get(payment)).status;

for (const { name, standIn, wait, set, notify, countLooks } of providers) {
  describe(name, () => {
    test("503 while the provider does not say, and the same event is taken later", async () => {
      const payment = await wait();
      set(payment, { status: "paid" });
      const event = { claim: "paid", eventId: `evt_later_${name}` } as const;
      for (const how of ["error", "cut", "rate_limited", "html"] as const) {
        standIn.misbehave(how, { method: "GET" });
        const answer = await notify(payment, event);
        assert.equal(answer.status, 503, how);
        assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
        assert.equal(await shop.countEvents(event.eventId), 0);
        assert.equal(await statusOf(payment), "requires_confirmation");
      }
      assert.equal((await notify(payment, event)).status, 200);
      assert.equal(await statusOf(payment), "succeeded");
      assert.equal(await shop.countEvents(event.eventId), 1);
    });

    test("hundreds of hints at a payment cost a look or two, and the last state counts", async () => {
      const payment = await wait();
      const path = new RegExp(`/${name === "stripe" ? payment.orderId : payment.clientSecret}$`);
      const before = countLooks(payment);
      const held = standIn.hold((request) => request.method === "GET" && path.test(request.path));
      const first = notify(payment, { claim: "paid" });
      const look = await held;
      // What is read here is out of date by the time that it is recorded.
      look.carryOut();
      set(payment, { status: "paid" });
      const others = Array.from({ length: HINTS }, () => notify(payment, { claim: "paid" }));
      look.answer();
      const answers = await Promise.all([first, ...others]);
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      assert.equal(await statusOf(payment), "succeeded");
      assert.ok(countLooks(payment) - before <= 3, `${countLooks(payment) - before} looks`);
    });

    test("an event that was taken, and news of a payment that has succeeded, cost no look", async () => {
      const payment = await wait();
      const event = { claim: "paid", eventId: `evt_once_${name}` } as const;
      assert.equal((await notify(payment, event)).status, 200);
      const after = countLooks(payment);
      assert.equal((await notify(payment, event)).status, 200);
      assert.equal(countLooks(payment), after);

      set(payment, { status: "paid" });
      await notify(payment, { claim: "paid" });
      assert.equal(await statusOf(payment), "succeeded");
      const done = countLooks(payment);
      await notify(payment, { claim: "canceled" });
      assert.equal(countLooks(payment), done);
    });
  });
}
