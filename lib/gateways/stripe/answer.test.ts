import assert from "node:assert/strict";
import { test } from "node:test";
import Stripe from "stripe";
import { readIntent, readLostIntent, readStripeError } from "./answer.ts";

const MONEY = { amount: 1250, amount_received: 1200, currency: "usd" };
const LAST_ERROR = { code: "card_declined", decline_code: "lost_card" };

const STATUSES: [fields: Record<string, unknown>, kind: string][] = [
  [{ status: "succeeded" }, "succeeded"],
  [{ status: "processing" }, "requires_confirmation"],
  [{ status: "requires_action" }, "requires_confirmation"],
  [{ status: "requires_capture" }, "requires_confirmation"],
  [{ status: "requires_confirmation" }, "requires_confirmation"],
  [{ status: "requires_payment_method" }, "requires_confirmation"],
  // Another card may follow.
  [{ status: "requires_payment_method", last_payment_error: LAST_ERROR }, "requires_confirmation"],
  [{ status: "canceled" }, "declined"],
  [{ status: "of some later version" }, "unknown"],
  [{ status: "succeeded", client_secret: null }, "succeeded"],
  [{ status: "succeeded", id: undefined }, "unknown"],
];

test("every state of an intent has its outcome", () => {
  for (const [fields, kind] of STATUSES) {
    const intent = { ...MONEY, id: "pi_1", client_secret: "pi_1_secret_2", ...fields };
    const outcome = readIntent(intent as unknown as Stripe.PaymentIntent);
    assert.equal(outcome.kind, kind, JSON.stringify(fields));
  }
});

test("an intent whose creation was not answered is in nobody's hands", () => {
  const intent = { ...MONEY, id: "pi_1", client_secret: "s", status: "requires_payment_method" };
  const read = (fields: object) =>
    readLostIntent({ ...intent, ...fields } as unknown as Stripe.PaymentIntent);
  assert.equal(read({}).kind, "requires_confirmation");
  const declined = read({ last_payment_error: LAST_ERROR });
  assert.deepEqual(declined, { kind: "declined", reason: "lost_card" });
  const placeholder = read({ metadata: { canceled: "true" } });
  assert.deepEqual(placeholder, { kind: "declined", reason: "canceled" });
});

const MONIES: [fields: Record<string, unknown>, amount: number | undefined][] = [
  [{ status: "requires_action" }, 1250],
  // Less was captured than the intent was over.
  [{ status: "succeeded" }, 1200],
  [{ status: "succeeded", currency: "isk" }, 12],
  [{ status: "succeeded", currency: "isk", amount_received: 1250 }, undefined],
  [{ status: "succeeded", currency: "usdc" }, undefined],
];

test("an intent says over what it is, in the smallest unit of the currency", () => {
  for (const [fields, amount] of MONIES) {
    const intent = { ...MONEY, id: "pi_1", client_secret: "s", ...fields };
    const outcome = readIntent(intent as unknown as Stripe.PaymentIntent);
    assert.ok("amount" in outcome);
    assert.equal(outcome.amount, amount, JSON.stringify(fields));
    assert.equal(outcome.currency, intent.currency);
  }
});

const ERRORS: [statusCode: number, fields: Record<string, unknown>, expected: unknown][] = [
  [
    402,
    { type: "card_error", code: "card_declined" },
    { kind: "declined", reason: "card_declined" },
  ],
  [400, { type: "card_error", code: "expired_card" }, { kind: "declined", reason: "expired_card" }],
  [400, { type: "idempotency_error" }, { kind: "conflict" }],
  [409, { type: "idempotency_error" }, { kind: "unknown", reason: "provider_error" }],
  [401, { type: "invalid_request_error" }, { kind: "refused", reason: "credentials" }],
  [403, { type: "invalid_request_error" }, { kind: "refused", reason: "credentials" }],
  [400, { code: "rate_limit" }, { kind: "unknown", reason: "provider_error" }],
  [429, { code: "lock_timeout" }, { kind: "unknown", reason: "provider_error" }],
  [
    404,
    { code: "resource_missing", param: "payment_method" },
    { kind: "refused", reason: "resource_missing: payment_method" },
  ],
  [
    400,
    { type: "invalid_request_error", message: "No such thing: 'sk_test_1'" },
    { kind: "refused", reason: "invalid_request_error" },
  ],
  [400, { code: "sk test 1'", param: "<script>" }, { kind: "refused", reason: "unspecified" }],
  [402, { type: "invalid_request_error", code: "x" }, { kind: "declined", reason: "x" }],
  [503, { type: "api_error" }, { kind: "unknown", reason: "provider_error" }],
];

test("every kind of error has its meaning", () => {
  const { signal } = new AbortController();
  for (const [statusCode, fields, expected] of ERRORS) {
    const error = Stripe.errors.generateV1Error({ statusCode, ...fields } as never);
    assert.deepEqual(readStripeError(error, signal), expected, JSON.stringify(fields));
    const late = readStripeError(error, AbortSignal.abort());
    assert.deepEqual(late, { kind: "unknown", reason: "timeout" });
  }
  const other = readStripeError(new TypeError("fetch failed"), signal);
  assert.deepEqual(other, { kind: "unknown", reason: "provider_error" });
});
