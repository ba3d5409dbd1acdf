import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import type { MerchantPayment } from "#lib/testing/merchant.ts";
import { setUpNotifiedShops } from "#lib/testing/notified-shops.ts";

const { shop, service, stripe } = setUpNotifiedShops();

let event = 0;

/** A payment that waits for its customer, and what its provider may tell of it. */
async function create() {
  const payment = await shop.pay("gateway_one", {});
  const tell = async (type: string, object: object) => {
    event += 1;
    const metadata = { paymentId: payment.paymentId };
    const data = { object: { ...object, metadata } };
    const told = await shop.deliverStripe(JSON.stringify({ id: `evt_${event}`, type, data }));
    assert.equal(told.status, 200, JSON.stringify(told.body));
  };
  const intent = { id: payment.orderId, client_secret: payment.clientSecret };
  const last_payment_error = { code: "card_declined", decline_code: "lost_card" };
  return {
    payment,
    succeed() {
      stripe.set(payment, { status: "paid" });
      return tell("payment_intent.succeeded", { ...intent, status: "succeeded" });
    },
    fail: () =>
      tell("payment_intent.payment_failed", {
        ...intent,
        status: "requires_payment_method",
        last_payment_error,
      }),
    end() {
      stripe.set(payment, { status: "canceled" });
      return tell("payment_intent.canceled", { ...intent, status: "canceled" });
    },
  };
}

async function timelineOf({ paymentId }: MerchantPayment) {
  const { rows } = await pool().query("SELECT organization_id FROM payment WHERE id = $1", [
    paymentId,
  ]);
  const member = await createTestMember({ organizationId: rows[0].organization_id });
  const call = createConsoleClient(service, member);
  const { body } = await call("GET", `/payments/${paymentId}`);
  const entries: { kind: string; at: string }[] = body.data.timeline;
  assert.deepEqual(
    entries.map(({ at }) => at),
    entries.map(({ at }) => at).toSorted(),
  );
  return entries.slice(2).map(({ at: _at, ...rest }) => rest);
}

test("confirmed once; what changes nothing is no event", async () => {
  const { payment, succeed, fail } = await create();
  assert.deepEqual(await timelineOf(payment), [{ kind: "requires_confirmation" }]);
  await succeed();
  await succeed();
  await fail();
  assert.deepEqual(await timelineOf(payment), [
    { kind: "requires_confirmation" },
    { kind: "succeeded" },
  ]);
});

test("a card that is declined in the customer's form leaves the payment waiting for the next", async () => {
  const { payment, fail, succeed } = await create();
  await fail();
  assert.deepEqual(await timelineOf(payment), [{ kind: "requires_confirmation" }]);
  await succeed();
  assert.equal((await timelineOf(payment)).at(-1)?.kind, "succeeded");
});

test("what is paid after the provider has ended it is told as late, and not as paid", async () => {
  const { payment, end, succeed } = await create();
  await end();
  await succeed();
  await succeed();
  assert.deepEqual(await timelineOf(payment), [
    { kind: "requires_confirmation" },
    { kind: "failed", declineCode: "canceled" },
    { kind: "charged_late" },
  ]);
});

test("many notifications at once change the status once", async () => {
  const { payment, fail, succeed } = await create();
  await Promise.all([succeed(), fail(), succeed(), fail(), succeed()]);
  const told = (await timelineOf(payment)).map(({ kind }) => kind);
  assert.equal(told.at(-1), "succeeded");
  assert.equal(told.filter((kind) => kind === "succeeded").length, 1);
  assert.ok(told.filter((kind) => kind === "failed").length <= 1);
});
