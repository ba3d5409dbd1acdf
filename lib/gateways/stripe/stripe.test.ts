import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { firstIdAt } from "#lib/core/ids.ts";
import type { Charge, Gateway } from "#lib/gateways/gateway.ts";
import {
  STRIPE_CATEGORY,
  STRIPE_TEST_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { contractCharge, sentCharge } from "#lib/gateways/testing/contract-subject.ts";
import { gatewayContract } from "#lib/gateways/testing/gateway-contract.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import type { Misbehavior } from "#lib/gateways/testing/stand-in.ts";
import { setLogDestination } from "#lib/log/logger.ts";
import { STRIPE_API_VERSION } from "./connect.ts";
import { createStripe } from "./stripe.ts";

const PATH = "/v1/payment_intents";
const SECRET_KEY = STRIPE_TEST_KEY;
const WRONG_KEY = "sk_test_wrongone";
const VISA = { paymentMethod: "pm_card_visa" };

const logged: string[] = [];
before(() => setLogDestination({ write: (line) => void logged.push(line) }));

gatewayContract("stripe", async () => {
  const standIn = await startStripeStandIn();
  const { url: baseUrl } = standIn;
  const failing = (how: Misbehavior, reason: "timeout" | "provider_error") => ({
    name: how,
    arrange: () => standIn.misbehave(how, { path: PATH }),
    reason,
    recovers: true,
  });
  return {
    gateway: createStripe({ secretKey: SECRET_KEY }, { baseUrl }),
    fields: {
      succeeded: VISA,
      requiresConfirmation: {},
      declined: { paymentMethod: "pm_card_chargeDeclinedInsufficientFunds" },
      invalid: { paymentMethod: "pm_nobody_knows" },
    },
    declineReason: "insufficient_funds",
    failures: [
      failing("silent", "timeout"),
      failing("cut", "provider_error"),
      failing("half", "provider_error"),
      failing("html", "provider_error"),
      failing("lost", "provider_error"),
      failing("error", "provider_error"),
      failing("rate_limited", "provider_error"),
    ],
    slow: {
      charges: [() => standIn.misbehave("slow", { method: "POST", path: PATH })],
      refund: () => standIn.misbehave("slow", { method: "POST", path: "/v1/refunds" }),
      finish: () => standIn.deliverLate(),
    },
    countCharges: standIn.countCharges,
    refundedAmount: standIn.refundedAmount,
    failingRefund: { amount: 1251 },
    openDispute: (paymentId, id) => standIn.setDispute(paymentId, { id }),
    setMoney: (paymentId, { amount, currency }) =>
      standIn.setIntent(paymentId, { amount, amount_received: amount, currency }),
    listsRefunds: true,
    withWrongCredentials: createStripe({ secretKey: WRONG_KEY }, { baseUrl }),
    withoutProvider: createStripe({ secretKey: SECRET_KEY }, { baseUrl: "http://127.0.0.1:9" }),
    account: "acct_standin",
    merchantCategoryCode: STRIPE_CATEGORY,
    tells: { charge: ["authorizationCode", "networkTransactionId"], refund: [] },
    currency: null,
    secrets: [SECRET_KEY, WRONG_KEY],
    [Symbol.asyncDispose]: standIn[Symbol.asyncDispose],
  };
});

let standIn: StripeStandIn;
let stripe: Gateway;
before(async () => {
  standIn = await startStripeStandIn();
  stripe = createStripe({ secretKey: SECRET_KEY }, { baseUrl: standIn.url });
});
after(() => standIn[Symbol.asyncDispose]());

const ask = (charge: Charge) => stripe.charge(charge, patientSignal());

test("the request, field by field", async () => {
  const charge = contractCharge({ ...VISA, currency: "USD" });
  await ask(charge);
  const request = standIn.requests.at(-1);
  assert.equal(`${request?.method} ${request?.path}`, `POST ${PATH}`);
  assert.deepEqual(Object.fromEntries(new URLSearchParams(request?.body)), {
    amount: "1250",
    currency: "usd",
    "allowed_payment_method_types[0]": "card",
    "metadata[paymentId]": charge.paymentId,
    "metadata[receiptId]": "rcpt-1",
    "metadata[merchantId]": "merchant-1",
    "metadata[transactionId]": "txn-1",
    "metadata[organizationId]": charge.organizationId,
    "metadata[environment]": "development",
    payment_method: "pm_card_visa",
    "expand[0]": "latest_charge",
    confirm: "true",
    use_stripe_sdk: "true",
  });

  const headers = request?.headers ?? {};
  assert.equal(headers.authorization, `Bearer ${SECRET_KEY}`);
  assert.equal(headers["idempotency-key"], charge.paymentId);
  assert.equal(headers["stripe-version"], STRIPE_API_VERSION);
  assert.equal(headers["content-type"], "application/x-www-form-urlencoded");
  assert.equal(headers["x-stripe-client-telemetry"], undefined);
});

test("words on a receipt are no payment method: the intent waits for the client", async () => {
  const outcome = await ask(contractCharge({ paymentMethod: "Visa contactless" }));
  const fields = new URLSearchParams(standIn.requests.at(-1)?.body);
  assert.equal(fields.get("confirm"), null);
  assert.equal(fields.get("payment_method"), null);
  assert.equal(outcome.kind, "requires_confirmation");
  assert.match("orderId" in outcome ? outcome.orderId : "", /^pi_/);
  assert.match("clientSecret" in outcome ? outcome.clientSecret : "", /^pi_\w+_secret_/);
});

test("a confirmation token, a customer, and a card reader", async () => {
  const customer = "cus_1";
  const token = { paymentMethod: "ctoken_visa", customer };
  assert.equal((await ask(contractCharge(token))).kind, "succeeded");
  const sent = () => Object.fromEntries(new URLSearchParams(standIn.requests.at(-1)?.body));
  const { confirmation_token, payment_method, customer: named } = sent();
  assert.deepEqual(
    [confirmation_token, payment_method, named],
    ["ctoken_visa", undefined, customer],
  );
  const again = await ask(contractCharge(token));
  assert.equal(again.kind, "invalid", "a token pays once");

  const reader = await ask(contractCharge({ customer: "Jane Doe" }));
  assert.equal(reader.kind, "requires_confirmation");
  const fields = sent();
  assert.equal(fields["allowed_payment_method_types[1]"], "card_present");
  assert.equal(fields.customer, undefined);
});

const DECLINES: [string, string][] = [
  ["pm_card_chargeDeclined", "generic_decline"],
  ["pm_card_visa_chargeDeclinedStolenCard", "stolen_card"],
  ["pm_card_chargeDeclinedExpiredCard", "expired_card"],
  ["pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc"],
  ["pm_card_chargeDeclinedProcessingError", "processing_error"],
];

test("decline codes and refusals come through", async () => {
  for (const [paymentMethod, reason] of DECLINES) {
    assert.deepEqual(await ask(contractCharge({ paymentMethod })), { kind: "declined", reason });
  }
  const authentication = await ask(
    contractCharge({ paymentMethod: "pm_card_authenticationRequired" }),
  );
  assert.equal(authentication.kind, "requires_confirmation");

  const refused: [Partial<Charge>, string][] = [
    [{ amount: 49 }, "amount_too_small: amount"],
    [{ amount: 100_000_000 }, "amount_too_large: amount"],
    [{ currency: "chf" }, "invalid_request_error: currency"],
    [{ currency: "clf" }, "amount: the provider cannot take it in this currency"],
  ];
  for (const [fields, reason] of refused) {
    assert.deepEqual(await ask(contractCharge(fields)), { kind: "invalid", reason });
  }
});

test("a key in use says nothing, and is not retried automatically", async () => {
  const charge = contractCharge(VISA);
  standIn.setBusy(charge.paymentId, true);
  const before = standIn.requests.length;
  assert.deepEqual(await ask(charge), { kind: "unknown", reason: "provider_error" });
  assert.equal(standIn.requests.length, before + 1);
  standIn.setBusy(charge.paymentId, false);
  assert.equal((await ask({ ...charge, attempt: 2 })).kind, "succeeded");
});

test("a closed connection is not answered with a second request", async () => {
  const before = standIn.requests.length;
  standIn.misbehave("cut");
  assert.equal((await ask(contractCharge(VISA))).kind, "unknown");
  assert.equal(standIn.requests.length, before + 1);
});

test("after the key has expired the charge is found, as it is by then", async () => {
  const dayAgo = new Date(Date.now() - 25 * 60 * 60 * 1000);
  const charge = contractCharge({ firstAskedAt: dayAgo });
  assert.equal((await ask(charge)).kind, "requires_confirmation");
  standIn.forgetKeys();
  standIn.setIntent(charge.paymentId, { status: "succeeded" });
  assert.equal((await ask({ ...charge, attempt: 2 })).kind, "succeeded");
  const creations = standIn.requests.filter(
    ({ method, headers }) => method === "POST" && headers["idempotency-key"] === charge.paymentId,
  );
  assert.equal(creations.length, 1);
});

test("what the search does not show yet is in the list, and an account may have no search", async (context) => {
  context.after(() => standIn.setSearch("current"));
  for (const hours of [0, 1, 25, 1000]) {
    for (const search of ["current", "behind", "missing"] as const) {
      standIn.setSearch(search);
      const firstAskedAt = new Date(Date.now() - hours * 60 * 60 * 1000);
      const charge = contractCharge({ ...VISA, firstAskedAt });
      await ask(charge);
      const other = { ...charge, attempt: 2, paymentMethod: undefined };
      assert.equal((await ask(other)).kind, "succeeded", `${hours} h, ${search}`);
      assert.equal(standIn.countCharges(charge.paymentId), 1);
    }
  }
});

test("a charge whose id was reserved a week before is looked for since its first call", async () => {
  const weekAgo = new Date(Date.now() - 7 * 24 * 60 * 60 * 1000);
  const charge = contractCharge({ ...VISA, paymentId: firstIdAt("payment", weekAgo) });
  assert.equal((await ask(charge)).kind, "succeeded");
  const before = standIn.requests.length;
  assert.equal((await ask({ ...charge, attempt: 2 })).kind, "succeeded");
  assert.equal(standIn.requests.length, before + 1, "Stripe still knows the key");
  assert.equal((await stripe.find(sentCharge(charge), patientSignal())).kind, "succeeded");
  const since = Number(standIn.requests.at(-1)?.query.get("created[gte]"));
  assert.ok(Date.now() / 1000 - since < 15 * 60, `${since}`);
});

test("calls share their connections", async () => {
  await ask(contractCharge(VISA));
  const before = standIn.connections();
  for (let call = 0; call < 5; call += 1) await ask(contractCharge(VISA));
  assert.equal(standIn.connections(), before);
});

test("trouble is logged, without what was sent", async () => {
  const charge = contractCharge(VISA);
  standIn.misbehave("error");
  await ask(charge);
  const line = logged.find((text) => text.includes(charge.paymentId)) ?? "";
  assert.match(line, /"provider":"stripe".*"status":500/);
  for (const text of logged) assert.doesNotMatch(text, /sk_test|Bread|pm_card/);
});
