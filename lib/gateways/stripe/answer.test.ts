import assert from "node:assert/strict";
import { test } from "node:test";
import Stripe from "stripe";
import { readIntent, readStripeError } from "./answer.ts";

const LAST_ERROR = { code: "card_declined", decline_code: "lost_card" };

const STATUSES: [fields: Record<string, unknown>, kind: string][] = [
  [{ status: "succeeded" }, "succeeded"],
  [{ status: "processing" }, "requires_confirmation"],
  [{ status: "requires_action" }, "requires_confirmation"],
  [{ status: "requires_capture" }, "requires_confirmation"],
  [{ status: "requires_confirmation" }, "requires_confirmation"],
  [{ status: "requires_payment_method" }, "requires_confirmation"],
  [{ status: "requires_payment_method", last_payment_error: LAST_ERROR }, "declined"],
  [{ status: "canceled" }, "declined"],
  [{ status: "of some later version" }, "unknown"],
  [{ status: "succeeded", client_secret: null }, "unknown"],
  [{ status: "succeeded", id: undefined }, "unknown"],
];

test("every state of an intent has its outcome", () => {
  for (const [fields, kind] of STATUSES) {
    const intent = { id: "pi_1", client_secret: "pi_1_secret_2", ...fields };
    const outcome = readIntent(intent as unknown as Stripe.PaymentIntent);
    assert.equal(outcome.kind, kind, JSON.stringify(fields));
    if (kind === "declined" && "last_payment_error" in fields) {
      assert.deepEqual(outcome, { kind, reason: "lost_card" });
    }
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
  [401, { type: "invalid_request_error" }, { kind: "unexamined", reason: "credentials" }],
  [403, { type: "invalid_request_error" }, { kind: "unexamined", reason: "credentials" }],
  [400, { code: "rate_limit" }, { kind: "unknown", reason: "provider_error" }],
  [429, { code: "lock_timeout" }, { kind: "unknown", reason: "provider_error" }],
  [
    404,
    { code: "resource_missing", param: "payment_method" },
    { kind: "invalid", reason: "resource_missing: payment_method" },
  ],
  [
    400,
    { type: "invalid_request_error", message: "No such thing: 'sk_test_1'" },
    { kind: "invalid", reason: "invalid_request_error" },
  ],
  [400, { code: "sk test 1'", param: "<script>" }, { kind: "invalid", reason: "unspecified" }],
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
