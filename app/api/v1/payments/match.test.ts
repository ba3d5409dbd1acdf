import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { SQUARE_CATEGORY } from "#lib/gateways/square/testing/square-stand-in.ts";
import { STRIPE_CATEGORY } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import type { Match } from "#lib/receipts/contract-match.ts";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
} from "#lib/testing/api-client.ts";
import type { MerchantPayment } from "#lib/testing/merchant.ts";
import { setUpNotifiedShops } from "#lib/testing/notified-shops.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, createTestOrganization } from "#lib/testing/test-service.ts";

const { shop, service, stripe, square } = setUpNotifiedShops();
const visa = { paymentMethod: "pm_card_visa" };
const nonce = { cardNonce: "cnon:card-nonce-ok" };

const nothing = {
  authorizationCode: null,
  networkTransactionId: null,
  acquirerReferenceNumber: null,
  merchantCategoryCode: null,
  terminalId: null,
};

/** The block as each endpoint of the merchant shows it. */
async function readMatch(payment: MerchantPayment): Promise<Match | null> {
  const { match } = await shop.get(payment);
  const { payments } = (await shop.api.get(`/payments?receiptId=${payment.body.receiptId}`)).body
    .data;
  assert.deepEqual(payments[0].match, match);
  return match;
}

async function refund(payment: MerchantPayment, fields: Record<string, unknown> = {}) {
  const { gateway, paymentId } = payment;
  return await shop.api.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
    params: { gateway, paymentId },
    body: refundBody(fields),
  });
}

async function readRefund(payment: MerchantPayment): Promise<Match | null | undefined> {
  return (await shop.get(payment)).refunds[0]?.match;
}

/** Delivers what the provider has to tell of a payment by now, as far as the type begins so. */
async function deliver(from: typeof stripe | typeof square, type: string): Promise<void> {
  const events = from.standIn.listEvents().filter(({ payload }) => payload.includes(`"${type}`));
  assert.ok(events.length > 0);
  for (const { payload } of events) {
    const answer =
      from.name === "stripe"
        ? await shop.deliverStripe(payload)
        : await shop.deliverSquare(payload);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
}

test("the category is known once the connection was tested, without a call for each payment", async () => {
  for (const [from, category, fields] of [
    [stripe, STRIPE_CATEGORY, visa],
    [square, SQUARE_CATEGORY, nonce],
  ] as const) {
    const before = await shop.pay(from.gateway, fields);
    assert.equal((await readMatch(before))?.merchantCategoryCode, null);
    const tested = await shop.console("POST", `/gateways/${from.gateway}/test`);
    assert.equal(tested.body.data.result, "ok");
    const { length } = from.standIn.requests;
    const after = await shop.pay(from.gateway, fields);
    assert.equal((await readMatch(after))?.merchantCategoryCode, category);
    const paths = from.standIn.requests.slice(length).map(({ path }) => path);
    assert.ok(!paths.includes("/v1/account"));
    assert.equal((await readMatch(before))?.merchantCategoryCode, null, "as of then");
  }
});

describe("at Stripe", () => {
  test("the answer to a charge tells codes at once, by one call, to merchant and issuer", async () => {
    const hashedPan = randomHashedPan();
    const { userId } = await registerCardholder(shop.api, hashedPan);
    const { length } = stripe.standIn.requests;
    const fields = { ...visa, recipientHashedPan: hashedPan, terminalId: "till-7" };
    const payment = await shop.pay("gateway_one", fields);
    assert.equal(stripe.standIn.requests.length, length + 1);
    const match = await readMatch(payment);
    assert.match(match?.authorizationCode ?? "", /^\d{6}$/);
    assert.match(match?.networkTransactionId ?? "", /^\d{15}$/);
    assert.equal(match?.acquirerReferenceNumber, null);
    assert.equal(match?.terminalId, "till-7");
    const [receipt] = (await shop.api.get(`/receipts/${userId}`)).body.data.receipts;
    assert.deepEqual(receipt.match, match);
  });

  test("a payment that waits has none, and its confirmation tells it, with the till of the request", async () => {
    const payment = await shop.pay("gateway_one", { terminalId: "till-8" });
    assert.equal(payment.status, "requires_confirmation");
    assert.equal(await readMatch(payment), null);
    stripe.set(payment, { status: "paid" });
    await stripe.notify(payment, { claim: "paid" });
    const match = await readMatch(payment);
    assert.equal(match?.terminalId, "till-8");
    assert.match(match?.authorizationCode ?? "", /^\d{6}$/);
  });

  test("what the network says later comes with charge.updated, once", async () => {
    stripe.standIn.delayCharges(true);
    const payment = await shop.pay("gateway_one", { ...visa, terminalId: "till-9" });
    const first = await readMatch(payment);
    assert.deepEqual(first, {
      ...nothing,
      merchantCategoryCode: STRIPE_CATEGORY,
      terminalId: "till-9",
    });

    stripe.standIn.updateCharge(payment.paymentId);
    await deliver(stripe, "charge.updated");
    const match = await readMatch(payment);
    assert.match(match?.authorizationCode ?? "", /^\d{6}$/);
    assert.match(match?.networkTransactionId ?? "", /^\d{15}$/);
    assert.deepEqual({ ...match, authorizationCode: null, networkTransactionId: null }, first);

    const looks = stripe.countLooks(payment);
    await stripe.notify(payment, { claim: "paid" });
    assert.equal(stripe.countLooks(payment), looks, "nothing is missing, so Stripe is not asked");
    stripe.standIn.delayCharges(false);
  });

  test("a refund gets its own ARN days later, and nothing of its sale's", async () => {
    const hashedPan = randomHashedPan();
    const { userId } = await registerCardholder(shop.api, hashedPan);
    const payment = await shop.pay("gateway_one", { ...visa, recipientHashedPan: hashedPan });
    const sale = await readMatch(payment);
    const { match, refundStatus } = await refund(payment, { terminalId: "desk-1" });
    const known = { ...nothing, merchantCategoryCode: STRIPE_CATEGORY, terminalId: "desk-1" };
    assert.deepEqual([refundStatus, match], ["succeeded", known]);

    stripe.standIn.tellReferences();
    await deliver(stripe, "refund.updated");
    const told = await readRefund(payment);
    assert.match(told?.acquirerReferenceNumber ?? "", /^\d{23}$/);
    assert.deepEqual({ ...told, acquirerReferenceNumber: null }, known);
    assert.deepEqual(await readMatch(payment), sale);
    const receipts = (await shop.api.get(`/receipts/${userId}`)).body.data.receipts;
    assert.deepEqual(
      receipts.map(({ match }: { match: Match }) => match),
      [told, sale],
    );
  });

  test("a refund that was made at Stripe has one, too; a trace number is none", async () => {
    const payment = await shop.pay("gateway_one", visa);
    stripe.standIn.refundAtProvider(payment.paymentId, 100);
    await stripe.notify(payment, { claim: "refunded" });
    assert.deepEqual(await readRefund(payment), {
      ...nothing,
      merchantCategoryCode: STRIPE_CATEGORY,
    });

    const other = await shop.pay("gateway_one", visa);
    const { refundId } = await refund(other);
    const card = { type: "refund", reference: "123456", reference_status: "available" };
    const destination_details = {
      type: "card",
      card: { ...card, reference_type: "system_trace_audit_number" },
    };
    stripe.standIn.setRefund(refundId, { destination_details });
    await stripe.notify(other, { claim: "refunded" });
    assert.equal((await readRefund(other))?.acquirerReferenceNumber, null);
  });
});

describe("at Square", () => {
  test("the answer tells the authorization code; a refund has nothing of its own", async () => {
    const payment = await shop.pay("gateway_two", { ...nonce, terminalId: "till-1" });
    const match = await readMatch(payment);
    assert.match(match?.authorizationCode ?? "", /^[0-9a-f]{6}$/);
    const known = { ...nothing, merchantCategoryCode: SQUARE_CATEGORY };
    assert.deepEqual({ ...match, authorizationCode: null }, { ...known, terminalId: "till-1" });
    assert.deepEqual((await refund(payment)).match, known);
  });

  test("a payment from before it was recorded gets it with the next payment.updated", async () => {
    const payment = await shop.pay("gateway_two", nonce);
    const match = await readMatch(payment);
    const { paymentId } = payment;
    await pool().query("UPDATE payment SET match_data = NULL WHERE id = $1", [paymentId]);
    assert.equal(await readMatch(payment), null);
    await square.notify(payment, { claim: "paid" });
    assert.deepEqual(await readMatch(payment), match);
    const looks = square.countLooks(payment);
    await square.notify(payment, { claim: "paid" });
    assert.equal(square.countLooks(payment), looks);
  });
});

describe("in the sandbox", () => {
  const api = setUp(async () => {
    const organizationId = await createTestOrganization();
    return createApiClient(service, await createTestKey({ organizationId }));
  });

  test("values follow from the id, for sales and refunds", async () => {
    const body = paymentBody({ terminalId: 7 });
    const params = { gateway: "gateway_one" } as const;
    const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", {
      params,
      body,
    });
    const path = { params: { ...params, paymentId } };
    const read = () => api.call("GET /api/v1/payments/{gateway}/{paymentId}", path);
    const { match } = await read();
    assert.match(match?.authorizationCode ?? "", /^S\d{5}$/);
    assert.match(match?.networkTransactionId ?? "", /^SBX\d{12}$/);
    assert.match(match?.acquirerReferenceNumber ?? "", /^\d{23}$/);
    assert.equal(match?.merchantCategoryCode, "5999");
    assert.equal(match?.terminalId, null, "a number is a field of the receipt alone");

    const made = await api.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
      ...path,
      body: refundBody(),
    });
    assert.match(made.match?.acquirerReferenceNumber ?? "", /^\d{23}$/);
    assert.notEqual(made.match?.acquirerReferenceNumber, match?.acquirerReferenceNumber);
    assert.deepEqual((await read()).refunds[0]?.match, made.match);
  });

  test("a payment that is confirmed later has them from then on", async () => {
    const params = { gateway: "gateway_one" } as const;
    const body = paymentBody({ paymentMethod: "sandbox_requires_confirmation", terminalId: "t" });
    const { paymentId } = await api.call("POST /api/v1/payments/{gateway}/create", {
      params,
      body,
    });
    const path = { params: { ...params, paymentId } };
    const waiting = await api.call("GET /api/v1/payments/{gateway}/{paymentId}", path);
    assert.equal(waiting.match, null);
    const { match } = await api.call(
      "POST /api/v1/payments/{gateway}/{paymentId}/sandbox-confirm",
      {
        ...path,
        body: { outcome: "succeeded" },
      },
    );
    assert.match(match?.authorizationCode ?? "", /^S\d{5}$/);
    assert.equal(match?.terminalId, "t");
  });

  test("another merchant finds neither payment nor block, and a moved value does not open", async () => {
    const params = { gateway: "gateway_one" } as const;
    const pay = () =>
      api.call("POST /api/v1/payments/{gateway}/create", { params, body: paymentBody() });
    const [one, other] = [await pay(), await pay()];
    const found = await shop.api.get(`/payments/gateway_one/${one.paymentId}`);
    assert.equal(found.status, 404);
    await pool().query(
      `UPDATE payment SET match_data = (SELECT match_data FROM payment WHERE id = $1) WHERE id = $2`,
      [one.paymentId, other.paymentId],
    );
    assert.equal((await api.get(`/payments/gateway_one/${one.paymentId}`)).status, 200);
    assert.equal((await api.get(`/payments/gateway_one/${other.paymentId}`)).status, 500);
  });
});
