import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { pool } from "#lib/storage/database.ts";
import { type MerchantPayment, startMerchant } from "#lib/testing/merchant.ts";
import { forgetAnswer, setUpNotifiedShops } from "#lib/testing/notified-shops.ts";
import type { Claim } from "#lib/testing/provider-events.ts";

// A merchant knows the secret that its provider signs with, so it can sign whatever it likes.

const { shop, service, providers } = setUpNotifiedShops();

const statusOf = async (payment: MerchantPayment) => (await shop.get(payment)).status;

async function timelineOf({ paymentId }: MerchantPayment) {
  const { body } = await shop.console("GET", `/payments/${paymentId}`);
  const entries: { kind: string; declineCode?: string }[] = body.data.timeline;
  return entries.slice(2).map(({ kind, declineCode }) => [kind, declineCode]);
}

async function disputesOf(payment: MerchantPayment) {
  return (await timelineOf(payment)).filter(([kind]) => kind?.startsWith("dispute"));
}

async function makeDue({ paymentId }: MerchantPayment): Promise<void> {
  await pool().query(
    `INSERT INTO pending_payment (payment_id, next_check_at) VALUES ($1, now() - interval '1 minute')
     ON CONFLICT (payment_id) DO UPDATE SET next_check_at = EXCLUDED.next_check_at`,
    [paymentId],
  );
}

async function isDue({ paymentId }: MerchantPayment): Promise<boolean> {
  const { rows } = await pool().query(
    "SELECT next_check_at <= now() AS due FROM pending_payment WHERE payment_id = $1",
    [paymentId],
  );
  return rows[0].due;
}

const CLAIMS: [name: string, claim: Claim][] = [
  ["a success", "paid"],
  ["a cancellation", "canceled"],
  ["a refund", "refunded"],
  ["a dispute", { disputeId: "dp_forged", isLost: false }],
];

for (const provider of providers) {
  const { wait, set, notify, paid, gateway, referenceOf } = provider;
  const deliver = async (...event: Parameters<typeof notify>) =>
    assert.equal((await notify(...event)).status, 200);

  describe(provider.name, () => {
    for (const [name, claim] of CLAIMS) {
      test(`${name} that the provider does not know of changes nothing`, async () => {
        for (const payment of [await wait(), await shop.pay(gateway, paid)]) {
          const before = [await shop.get(payment), await timelineOf(payment)];
          await deliver(payment, { claim });
          await deliver(payment, { claim, paymentId: null });
          assert.deepEqual([await shop.get(payment), await timelineOf(payment)], before);
        }
      });
    }

    test("the provider's state is recorded, whatever the event claims", async () => {
      const isPaid = await wait();
      set(isPaid, { status: "paid" });
      await deliver(isPaid, { claim: "canceled" });
      assert.equal(await statusOf(isPaid), "succeeded");

      const isCanceled = await wait();
      set(isCanceled, { status: "canceled" });
      await deliver(isCanceled, { claim: "paid" });
      assert.equal(await statusOf(isCanceled), "failed");
    });

    for (const [name, money] of [
      ["amount", { amount: 50 }],
      ["currency", { currency: "eur" }],
    ] as const) {
      test(`a success over another ${name} is none, and is shown and logged`, async () => {
        const payment = await wait();
        set(payment, { status: "paid", ...money });
        await deliver(payment, { claim: "paid" });
        await deliver(payment, { claim: "paid" });
        assert.equal(await statusOf(payment), "requires_confirmation");
        const kinds = (await timelineOf(payment)).map(([kind]) => kind);
        assert.deepEqual(
          kinds.filter((kind) => kind === "mismatched"),
          ["mismatched"],
        );
        const complaint = service.logLines.find(
          (line) => line.includes(payment.paymentId) && line.includes('"level":"error"'),
        );
        assert.match(complaint ?? "", /another amount or currency/);

        // The job asks the same.
        await makeDue(payment);
        await finishPendingPayments();
        assert.equal(await statusOf(payment), "requires_confirmation");
        assert.equal(await isDue(payment), false, "not asked again and again");
      });
    }

    test("a payment whose answer was lost is found by the provider's word alone", async () => {
      const payment = await shop.pay(gateway, paid);
      await forgetAnswer(payment);
      await deliver(payment, { claim: "paid" });
      assert.equal(await statusOf(payment), "succeeded");

      // Another payment of the account, which the event gives our name.
      const other = await shop.pay(gateway, paid);
      const unanswered = await shop.pay(gateway, paid);
      await forgetAnswer(unanswered);
      await deliver(unanswered, { claim: "paid", reference: referenceOf(other) });
      assert.equal(await statusOf(unanswered), "pending");

      // The account gives it our name at the provider, too; it is still over another amount.
      set(other, { status: "paid", amount: 50, paymentId: unanswered.paymentId });
      await deliver(unanswered, { claim: "paid", reference: referenceOf(other) });
      assert.equal(await statusOf(unanswered), "pending");
    });

    test("another payment of the account does not stand in for the one that was begun", async () => {
      const payment = await wait();
      const other = await shop.pay(gateway, paid);
      set(other, { status: "paid", paymentId: payment.paymentId });
      await deliver(payment, { claim: "paid", reference: referenceOf(other) });
      await deliver(payment, { claim: "paid", reference: referenceOf(other), paymentId: null });
      assert.equal(await statusOf(payment), "requires_confirmation");
    });

    test("another merchant's payment stays as it is, by its name or its reference", async () => {
      const payment = await wait();
      set(payment, { status: "paid" });
      const stranger = await startMerchant({ service });
      await deliver(payment, { claim: "paid" }, stranger);
      await deliver(payment, { claim: "paid", paymentId: null }, stranger);
      assert.equal(await statusOf(payment), "requires_confirmation");
    });

    test("a late word of a dispute does not open it again", async () => {
      const payment = await shop.pay(gateway, paid);
      provider.dispute(payment, "dp_1", false);
      await deliver(payment, { claim: { disputeId: "dp_1", isLost: false } });
      provider.dispute(payment, "dp_1", true);
      await deliver(payment, { claim: { disputeId: "dp_1", isLost: true } });
      await deliver(payment, { claim: { disputeId: "dp_1", isLost: false } });
      const told = await disputesOf(payment);
      assert.deepEqual(
        told.map(([kind]) => kind),
        ["disputed", "dispute_closed"],
      );
      assert.equal(told[1]?.[1], "lost");

      await deliver(payment, { claim: { disputeId: "dp_1", isLost: true } });
      assert.deepEqual(await disputesOf(payment), told, "twice");

      // Another one is another one.
      provider.dispute(payment, "dp_2", false);
      await deliver(payment, { claim: { disputeId: "dp_2", isLost: false } });
      assert.equal((await timelineOf(payment)).at(-1)?.[0], "disputed");
    });

    test("a dispute whose opening was never heard of was opened all the same", async () => {
      const payment = await shop.pay(gateway, paid);
      provider.dispute(payment, "dp_3", true);
      await deliver(payment, { claim: { disputeId: "dp_3", isLost: true } });
      const [opened, closed] = await disputesOf(payment);
      assert.equal(opened?.[0], "disputed");
      assert.match(opened?.[1] ?? "", /^[a-z_]+$/);
      assert.deepEqual(closed, ["dispute_closed", "lost"]);
      await deliver(payment, { claim: { disputeId: "dp_3", isLost: false } });
      assert.equal((await disputesOf(payment)).length, 2);

      // Taken up again, and lost again.
      for (const isLost of [false, true]) {
        provider.dispute(payment, "dp_3", isLost);
        await deliver(payment, { claim: { disputeId: "dp_3", isLost } });
      }
      const kinds = (await disputesOf(payment)).map(([kind]) => kind);
      assert.deepEqual(kinds, ["disputed", "dispute_closed", "disputed", "dispute_closed"]);
    });
  });
}
