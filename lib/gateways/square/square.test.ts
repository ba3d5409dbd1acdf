import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { firstIdAt } from "#lib/core/ids.ts";
import type { Charge, Gateway } from "#lib/gateways/gateway.ts";
import {
  SQUARE_CATEGORY,
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_MERCHANT,
  SQUARE_TEST_TOKEN,
  type SquareStandIn,
  startSquareStandIn,
} from "#lib/gateways/square/testing/square-stand-in.ts";
import { contractCharge, sentCharge } from "#lib/gateways/testing/contract-subject.ts";
import { gatewayContract } from "#lib/gateways/testing/gateway-contract.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import type { Misbehavior } from "#lib/gateways/testing/stand-in.ts";
import { setLogDestination } from "#lib/log/logger.ts";
import { SQUARE_VERSION } from "./connect.ts";
import { createSquare } from "./square.ts";

const ORDERS = "/v2/orders";
const PAYMENTS = "/v2/payments";
const WRONG_TOKEN = "square-wrong-token";
const CARD = { cardNonce: "cnon:card-nonce-ok" };
const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };

const logged: string[] = [];
before(() => setLogDestination({ write: (line) => void logged.push(line) }));

function open(baseUrl: string, changes: Partial<typeof credentials> = {}): Gateway {
  return createSquare({ ...credentials, ...changes }, { baseUrl, environment: "development" });
}

gatewayContract("square", async () => {
  const standIn = await startSquareStandIn();
  const failing = (path: string, how: Misbehavior, reason: "timeout" | "provider_error") => ({
    name: `${how} at ${path}`,
    arrange: () => standIn.misbehave(how, { path }),
    reason,
    recovers: true,
  });
  return {
    gateway: open(standIn.url),
    fields: {
      succeeded: CARD,
      declined: { cardNonce: "cnon:card-nonce-declined" },
      invalid: {},
    },
    declineReason: "generic_decline",
    failures: [PAYMENTS, ORDERS].flatMap((path) => [
      failing(path, "silent", "timeout"),
      failing(path, "cut", "provider_error"),
      failing(path, "half", "provider_error"),
      failing(path, "html", "provider_error"),
      failing(path, "lost", "provider_error"),
      failing(path, "error", "provider_error"),
      failing(path, "rate_limited", "provider_error"),
    ]),
    slow: {
      charges: [ORDERS, PAYMENTS].map((path) => () => standIn.misbehave("slow", { path })),
      refund: () => standIn.misbehave("slow", { path: "/v2/refunds" }),
      finish: () => standIn.deliverLate(),
    },
    countCharges: standIn.countCharges,
    refundedAmount: standIn.refundedAmount,
    completeRefund: (refundId) => standIn.setRefund(refundId, { status: "COMPLETED" }),
    failingRefund: { amount: 1251 },
    openDispute: (paymentId, id) => standIn.setDispute(paymentId, { id }),
    setMoney: (paymentId, { amount, currency }) =>
      standIn.setPayment(paymentId, {
        total_money: { amount, currency: currency.toUpperCase() },
      }),
    listsRefunds: true,
    withWrongCredentials: open(standIn.url, { accessToken: WRONG_TOKEN }),
    withoutProvider: open("http://127.0.0.1:9"),
    account: `${SQUARE_TEST_MERCHANT}/${SQUARE_TEST_LOCATION}`,
    merchantCategoryCode: SQUARE_CATEGORY,
    tells: { charge: ["authorizationCode"], refund: [] },
    currency: "usd",
    secrets: [SQUARE_TEST_TOKEN, WRONG_TOKEN, CARD.cardNonce],
    [Symbol.asyncDispose]: standIn[Symbol.asyncDispose],
  };
});

let standIn: SquareStandIn;
let square: Gateway;
before(async () => {
  standIn = await startSquareStandIn();
  square = open(standIn.url);
});
after(() => standIn[Symbol.asyncDispose]());

const ask = (charge: Charge) => square.charge(charge, patientSignal());

test("order and payment, field by field", async () => {
  const charge = contractCharge(CARD);
  const outcome = await ask(charge);
  const [order, payment] = standIn.requests.slice(-2);
  assert.equal(`${order?.method} ${order?.path}`, `POST ${ORDERS}`);
  assert.deepEqual(JSON.parse(order?.body ?? ""), {
    idempotency_key: `${charge.paymentId}:order`,
    order: {
      location_id: SQUARE_TEST_LOCATION,
      reference_id: charge.paymentId,
      line_items: [
        { name: "Bread", quantity: "2", base_price_money: { amount: 550, currency: "USD" } },
      ],
      service_charges: [
        {
          name: "Tax",
          amount_money: { amount: 150, currency: "USD" },
          calculation_phase: "TOTAL_PHASE",
          taxable: false,
        },
      ],
      metadata: {
        paymentId: charge.paymentId,
        receiptId: "rcpt-1",
        merchantId: "merchant-1",
        transactionId: "txn-1",
        organizationId: charge.organizationId,
        environment: "development",
      },
    },
  });

  assert.equal(`${payment?.method} ${payment?.path}`, `POST ${PAYMENTS}`);
  const body = JSON.parse(payment?.body ?? "");
  assert.ok(body.idempotency_key.length <= 45);
  assert.deepEqual(body, {
    source_id: CARD.cardNonce,
    idempotency_key: `${charge.paymentId}:pay`,
    amount_money: { amount: 1250, currency: "USD" },
    order_id: "orderId" in outcome ? outcome.orderId : undefined,
    location_id: SQUARE_TEST_LOCATION,
    reference_id: charge.paymentId,
    autocomplete: true,
  });
  for (const request of [order, payment]) {
    assert.equal(request?.headers.authorization, `Bearer ${SQUARE_TEST_TOKEN}`);
    assert.equal(request?.headers["square-version"], SQUARE_VERSION);
    assert.equal(request?.headers["content-type"], "application/json");
  }
});

const REFUSED: [Partial<Charge>, { kind: string; reason: string }][] = [
  [{ cardNonce: "cnon:card-nonce-rejected-cvv" }, { kind: "declined", reason: "cvv_failure" }],
  [
    { cardNonce: "cnon:card-nonce-rejected-postalcode" },
    { kind: "declined", reason: "address_verification_failure" },
  ],
  [
    { cardNonce: "cnon:gift-card-nonce-insufficient-funds" },
    { kind: "declined", reason: "insufficient_funds" },
  ],
  [
    { cardNonce: "cnon:card-nonce-already-used" },
    { kind: "invalid", reason: "cardnonce: card_token_used" },
  ],
  [{ cardNonce: "cnon:nobody-knows" }, { kind: "invalid", reason: "not_found: source_id" }],
  [{ cardNonce: undefined }, { kind: "invalid", reason: "cardNonce: is required" }],
  [{ amount: 1251 }, { kind: "invalid", reason: "items: do not add up to the amount" }],
  [
    { currency: "eur" },
    { kind: "invalid", reason: "currency: the provider's location takes usd only" },
  ],
];

test("decline codes and refusals come through", async () => {
  for (const [fields, expected] of REFUSED) {
    assert.deepEqual(await ask(contractCharge({ ...CARD, ...fields })), expected);
  }
});

test("a repetition after the key was forgotten finds the payment among others of its amount", async () => {
  const charge = contractCharge(CARD);
  await ask(contractCharge(CARD));
  const first = await ask(charge);
  await ask(contractCharge(CARD));
  standIn.forgetKeys();
  const requests = standIn.requests.length;
  assert.deepEqual(await ask({ ...charge, attempt: 2 }), first);
  assert.equal(standIn.countCharges(charge.paymentId), 1);
  const since = standIn.requests.slice(requests);
  assert.ok(since.every(({ method }) => method === "GET"));
});

test("between the two calls nothing is charged twice, and no second order is made", async () => {
  const charge = contractCharge(CARD);
  standIn.misbehave("error", { path: PAYMENTS });
  assert.equal((await ask(charge)).kind, "unknown");
  const outcome = await ask({ ...charge, attempt: 2 });
  assert.equal(outcome.kind, "succeeded");
  assert.equal(standIn.countCharges(charge.paymentId), 1);
  const orders = standIn.requests.filter(
    ({ path, body }) => path === ORDERS && body.includes(charge.paymentId),
  );
  assert.equal(orders.length, 2);
  assert.equal(orders[0]?.body, orders[1]?.body);
});

test("a charge whose id was reserved a week before is looked for since its first call", async () => {
  const weekAgo = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000);
  const charge = contractCharge({ ...CARD, paymentId: firstIdAt("payment", weekAgo) });
  assert.equal((await ask(charge)).kind, "succeeded");
  assert.equal((await square.find(sentCharge(charge), patientSignal())).kind, "succeeded");
  const { path, query } = standIn.requests.at(-1) ?? assert.fail();
  assert.equal(path, PAYMENTS);
  assert.ok(Date.now() - Date.parse(query.get("begin_time") ?? "") < 15 * 60 * 1000);
});

test("a tip, a customer, and a verification go with the payment", async () => {
  const items = [{ lineItemId: "1", name: "Bread", quantity: 2, unitPrice: 550, totalPrice: 1100 }];
  const charge = contractCharge({
    cardNonce: "ccof:customer-card-id-ok",
    items,
    amount: 1350,
    tipAmount: 100,
    customer: "CUSTOMER1",
    verificationToken: "verf:1",
  });
  assert.equal((await ask(charge)).kind, "succeeded");
  const { amount_money, tip_money, customer_id, verification_token } = JSON.parse(
    standIn.requests.at(-1)?.body ?? "",
  );
  assert.deepEqual(amount_money, { amount: 1250, currency: "USD" });
  assert.deepEqual(tip_money, { amount: 100, currency: "USD" });
  assert.deepEqual([customer_id, verification_token], ["CUSTOMER1", "verf:1"]);
  await ask(contractCharge({ ...CARD, customer: "Jane Doe" }));
  assert.equal(JSON.parse(standIn.requests.at(-1)?.body ?? "").customer_id, undefined);
  const found = await square.find(sentCharge(charge), patientSignal());
  assert.equal(found.kind, "succeeded", "by its total, the tip included");
});

test("calls share their connections, and nothing is sent twice by itself", async () => {
  await ask(contractCharge(CARD));
  const connections = standIn.connections();
  for (let call = 0; call < 5; call += 1) await ask(contractCharge(CARD));
  assert.equal(standIn.connections(), connections);

  const requests = standIn.requests.length;
  standIn.misbehave("rate_limited");
  await ask(contractCharge(CARD));
  assert.equal(standIn.requests.length, requests + 1);
});

test("a failed call leaves no timer that would hold up the end of the process", async () => {
  const timers = () => process.getActiveResourcesInfo().filter((type) => type === "Timeout").length;
  const { signal } = new AbortController();
  await square.charge(contractCharge(CARD), signal);
  const before = timers();
  for (const path of [ORDERS, PAYMENTS]) {
    standIn.misbehave("cut", { path });
    assert.equal((await square.charge(contractCharge(CARD), signal)).kind, "unknown");
  }
  assert.equal(timers(), before);
});

test("trouble is logged, without what was sent", () => {
  assert.ok(logged.some((line) => /"provider":"square".*"status":429/.test(line)));
  for (const line of logged) assert.doesNotMatch(line, /square-\w+-token|Bread|cnon:/);
});
