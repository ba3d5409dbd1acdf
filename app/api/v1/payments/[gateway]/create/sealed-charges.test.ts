import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { startSquareStandIn } from "#lib/gateways/square/testing/square-stand-in.ts";
import { startStripeStandIn } from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type ApiClient,
  createApiClient,
  randomHashedPan,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { prepareSealed } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const stripe = setUp(startStripeStandIn);
const square = setUp(startSquareStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: stripe.url,
  SQUARE_API_BASE: square.url,
}));
const sandbox = setUpApi(service);
const holder = setUpCardholder(sandbox);
const gateways = ["gateway_one", "gateway_two"] as const;

let connected: ApiClient;
beforeEach(async () => {
  const organizationId = await createTestOrganization();
  await connectStandIns(organizationId);
  connected = createApiClient(service, await createTestKey({ organizationId }));
  stripe.reset();
  square.reset();
  square.setLocation({ currency: "USD" });
});

const toHolder = () => ({ recipientHashedPan: holder.hashedPan });

/** What the till seals, and the service must neither need nor see. */
const receipt = {
  items: [{ lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 900, totalPrice: 900 }],
  taxAmount: 150,
  tipAmount: 200,
};

function listSquare(path: string) {
  return square.requests
    .filter((request) => `${request.method} ${request.path}` === `POST ${path}`)
    .map(({ body }) => JSON.parse(body));
}

test("gateway_one charges the amount, and gives the provider nothing of the receipt", async () => {
  const fields = { paymentMethod: "pm_card_visa" };
  const { body } = await prepareSealed(connected, { recipient: toHolder(), receipt, fields });
  const answer = await connected.post("/payments/gateway_one/create", { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const [sent = assert.fail()] = stripe.requests.filter(
    ({ method, path }) => `${method} ${path}` === "POST /v1/payment_intents",
  );
  assert.equal(new URLSearchParams(sent.body).get("amount"), "1250");
  assert.doesNotMatch(decodeURIComponent(sent.body), /Bread|tip|tax/i);
});

test("gateway_two charges it as one line, without tax and tip", async () => {
  const { body } = await prepareSealed(connected, {
    gateway: "gateway_two",
    recipient: toHolder(),
    receipt,
    fields: { cardNonce: "cnon:card-nonce-ok" },
  });
  const answer = await connected.post("/payments/gateway_two/create", { body });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const [{ order } = assert.fail()] = listSquare("/v2/orders");
  const { line_items: lines, taxes, discounts } = order;
  assert.deepEqual([lines.length, taxes ?? [], discounts ?? []], [1, [], []]);
  assert.equal(lines[0].base_price_money.amount, 1250);
  const [{ amount_money, tip_money }] = listSquare("/v2/payments");
  assert.deepEqual([amount_money.amount, tip_money], [1250, undefined]);
  assert.doesNotMatch(JSON.stringify(square.requests.map(({ body }) => body)), /Bread/);
});

test("what was made up is nothing: no items, and mockItems is false", async () => {
  for (const gateway of gateways) {
    const { body } = await prepareSealed(sandbox, { gateway, recipient: toHolder() });
    const { body: answer } = await sandbox.post(`/payments/${gateway}/create`, { body });
    const { amount, mockItems } = answer.data.veroMetadata;
    assert.deepEqual([amount, mockItems], [1250, false]);
  }
});

describe("400, and nothing is stored or charged", () => {
  const INSIDE = "must be inside sealedReceipt; it cannot be sent in the clear";
  const ofReceipt = {
    ...receipt,
    version: "1.0",
    merchantName: "Corner Bakery",
    merchantLogo: "data:image/png;base64,AAAA",
    merchantCity: "Springfield",
    cardLast4: "4242",
    subtotal: 900,
    totalAmount: 1250,
    pricesIncludeTax: true,
    splitTender: true,
    mockItems: false,
    terminalId: "till-1",
    kind: "refund",
    refundOf: "pay_1",
    paymentId: "pay_1",
    gateway: "gateway_one",
    merchantSignature: {},
    sealedTo: "key",
    sealedAt: "till",
    fiscal: { signature: "…" },
  };
  type Row = [fields: Record<string, unknown>, details: string];
  const rows: Row[] = [
    ...Object.entries(ofReceipt).map(
      ([name, value]): Row => [{ [name]: value }, `${name}: ${INSIDE}`],
    ),
    [{ fiscal: undefined, reservation: undefined }, "reservation: is required"],
    [{ amount: undefined }, "amount: is required"],
    [{ amount: 0 }, "amount: must be at least 1"],
    [{ amount: 12.5 }, "amount: must be a whole number"],
    [{ amount: "1250" }, "amount: must be a number"],
    [{ currency: "zzz" }, "currency: must be an ISO 4217 currency code"],
    [{ receiptId: "" }, "receiptId: must not be empty"],
    [
      { recipientHashedPan: undefined },
      "recipientHashedPan: is required unless recipientHashedPar, recipientHashedPhone, recipientHashedEmail is there",
    ],
  ];
  for (const [fields, details] of rows) {
    test(Object.keys(fields).join(" and "), async () => {
      const recipient = { recipientHashedPan: randomHashedPan() };
      for (const gateway of gateways) {
        const { body, reservation } = await prepareSealed(sandbox, { gateway, recipient });
        const answer = await sandbox.post(`/payments/${gateway}/create`, {
          body: { ...body, ...fields },
        });
        assertError(answer, { status: 400, code: "invalid_request" });
        assert.equal(answer.body.error.details, details);
        const stored = await pool().query("SELECT FROM payment WHERE id = $1", [
          reservation.paymentId,
        ]);
        assert.equal(stored.rowCount, 0);
      }
    });
  }

  test("a currency that the provider cannot charge exactly", async () => {
    const fields = { currency: "kwd", cardNonce: "cnon:card-nonce-ok" };
    for (const gateway of gateways) {
      const sealed = await prepareSealed(connected, {
        gateway,
        recipient: toHolder(),
        amount: 1255,
        fields,
      });
      const answer = await connected.post(`/payments/${gateway}/create`, { body: sealed.body });
      assertError(answer, {
        status: 400,
        code: "invalid_request",
        details: /^(currency|amount): /,
      });
    }
    assert.deepEqual((await connected.get("/payments")).body.data.payments, []);
  });
});

test("201: null is as absent, and a currency that was not given is usd, with a warning", async () => {
  const { body } = await prepareSealed(sandbox, { recipient: toHolder() });
  const answer = await sandbox.post("/payments/gateway_one/create", {
    body: { ...body, currency: null, customer: null, merchantName: null, tipAmount: null },
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.equal(answer.body.data.veroMetadata.currency, "usd");
  assert.equal(answer.headers.get("warning"), '299 - "currency was not given: usd"');
});
