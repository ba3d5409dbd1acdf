import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { WebhooksHelper } from "square";
import { config } from "#lib/config.ts";
import { connectSquare } from "#lib/gateways/square/connect.ts";
import { SQUARE_TEST_TOKEN } from "#lib/gateways/square/testing/square-stand-in.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { connectTestGateway } from "#lib/testing/connect-test-gateway.ts";
import { NOTIFICATION_URL, SQUARE_KEY } from "#lib/testing/merchant.ts";
import { setUpNotifiedShops } from "#lib/testing/notified-shops.ts";

const { shop, service, square } = setUpNotifiedShops();

const notify = (payment: object, { at = new Date(), id = `sq-${Math.random()}` } = {}) =>
  shop.deliverSquare(
    JSON.stringify({
      event_id: id,
      type: "payment.updated",
      created_at: at.toISOString(),
      data: { type: "payment", object: { payment } },
    }),
  );
const described = ({ paymentId, orderId, clientSecret }: Created) => ({
  id: clientSecret,
  order_id: orderId,
  reference_id: paymentId,
});
const create = square.wait;
type Created = Awaited<ReturnType<typeof create>>;

test("completed, and late news", async () => {
  const payment = await create();
  square.set(payment, { status: "paid" });
  assert.equal((await notify({ ...described(payment), status: "COMPLETED" })).status, 200);
  await notify({ ...described(payment), status: "APPROVED" });
  assert.equal((await shop.get(payment)).status, "succeeded");
});

test("refunds that were made at Square are fetched, and count once they are completed", async () => {
  const payment = await create();
  square.set(payment, { status: "paid" });
  const completed = { ...described(payment), status: "COMPLETED" };
  await notify(completed);
  const account = connectSquare(
    { accessToken: SQUARE_TEST_TOKEN },
    { environment: "development", baseUrl: config().apiBases.square },
    new AbortController().signal,
  );
  const { refund } = await account.refunds.refundPayment({
    idempotencyKey: "at the dashboard",
    paymentId: payment.clientSecret,
    amountMoney: { amount: 250n, currency: "USD" },
    reason: "Broken",
  });
  const refundedAmount = async () => (await shop.get(payment)).veroMetadata.refundedAmount;
  await notify({ ...completed, refund_ids: [refund?.id] });
  assert.equal(await refundedAmount(), undefined);
  square.standIn.setRefund("Broken", { status: "COMPLETED" });
  await notify({ ...completed, refund_ids: [refund?.id] });
  assert.equal(await refundedAmount(), 250);
});

test("signed over the address that the console shows, unless another one is saved", async () => {
  const tenant = { organizationId: shop.organizationId, environment: "staging" } as const;
  const id = await connectTestGateway(tenant, "gateway_two", "square", {
    accessToken: "square-standin-token",
    locationId: "L1",
    webhookSignatureKey: SQUARE_KEY,
  });
  const { connections } = (
    await shop.console("GET", "/gateways", { headers: { "X-Environment": "staging" } })
  ).body.data;
  const [{ webhookUrl }] = connections;
  const body = JSON.stringify({
    event_id: "sq-address",
    type: "location.updated",
    data: {},
    created_at: new Date().toISOString(),
  });
  const send = (signature: string) =>
    shop.deliver("gateway_two", body, { "x-square-hmacsha256-signature": signature }, id);
  const sign = (address: string) =>
    createHmac("sha256", SQUARE_KEY).update(`${address}${body}`).digest("base64");
  assert.equal((await send(sign(webhookUrl))).status, 200);
  assert.equal((await send(sign(`${webhookUrl}/`))).status, 400);
  assert.equal((await send(shop.signSquare(body))).status, 400);
});

test("what Square's own package takes for signed", async () => {
  const created_at = new Date().toISOString();
  const event = { event_id: "sq-package", type: "location.updated", created_at, data: "Café ☕" };
  const body = JSON.stringify(event);
  const signature = shop.signSquare(body);
  const signed = await WebhooksHelper.verifySignature({
    requestBody: body,
    signatureHeader: signature,
    signatureKey: SQUARE_KEY,
    notificationUrl: NOTIFICATION_URL,
  });
  assert.equal(signed, true);
  assert.equal((await shop.deliverSquare(body)).status, 200);
});

test("a failure", async () => {
  const payment = await create();
  square.standIn.setPayment(payment.paymentId, {
    status: "FAILED",
    card_details: { errors: [{ code: "CARD_EXPIRED" }] },
  });
  await notify({ ...described(payment), status: "FAILED" });
  assert.equal((await shop.get(payment)).status, "failed");

  // At Square that is the end of a payment: another card is another payment.
  square.set(payment, { status: "paid" });
  await notify({ ...described(payment), status: "COMPLETED" });
  assert.equal((await shop.get(payment)).status, "failed");
  const complaint = service.logLines.find(
    (line) => line.includes(payment.paymentId) && line.includes('"level":"error"'),
  );
  assert.match(complaint ?? "", /charged after it had ended/);
});

test("400: what Square did not sign, or two days ago", async () => {
  const body = JSON.stringify({ event_id: "sq-forged", type: "payment.updated" });
  const other = shop.signSquare(body, `${SQUARE_KEY}x`);
  for (const signature of ["", "AAAA", other, shop.signSquare(`${body} `)]) {
    const headers = { "x-square-hmacsha256-signature": signature };
    const refused = await shop.deliver("gateway_two", body, headers);
    assertError(refused, { status: 400, code: "invalid_signature", details: /match|signature/ });
  }
  const old = await notify({}, { at: new Date(Date.now() - 49 * 60 * 60 * 1000) });
  assertError(old, { status: 400, code: "invalid_signature", details: /too old/ });
  assert.equal((await notify({}, { at: new Date(Date.now() - 24 * 60 * 60 * 1000) })).status, 200);
});
