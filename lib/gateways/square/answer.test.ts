import assert from "node:assert/strict";
import { test } from "node:test";
import { SquareError } from "square";
import { readSquareError } from "./answer.ts";

const invalid = (code: string, field?: string) => ({
  category: "INVALID_REQUEST_ERROR",
  code,
  ...(field ? { field } : {}),
});
const declined = (code: string) => ({ category: "PAYMENT_METHOD_ERROR", code });
const locked = (code: string) => ({ category: "AUTHENTICATION_ERROR", code });
const NO_ANSWER = { kind: "unknown", reason: "provider_error" };

const ERRORS: [statusCode: number, errors: object[], expected: unknown][] = [
  [402, [declined("GENERIC_DECLINE")], { kind: "declined", reason: "generic_decline" }],
  [403, [declined("CARD_DECLINED")], { kind: "declined", reason: "card_declined" }],
  [401, [locked("UNAUTHORIZED")], { kind: "refused", reason: "credentials: unauthorized" }],
  [403, [invalid("FORBIDDEN")], { kind: "refused", reason: "credentials: forbidden" }],
  // The telling one may come second.
  [
    400,
    [invalid("BAD_REQUEST"), declined("CVV_FAILURE")],
    { kind: "declined", reason: "cvv_failure" },
  ],
  [400, [invalid("BAD_REQUEST"), invalid("IDEMPOTENCY_KEY_REUSED")], { kind: "conflict" }],
  [
    400,
    [invalid("BAD_REQUEST"), invalid("CARD_TOKEN_USED")],
    { kind: "refused", reason: "cardnonce: card_token_used" },
  ],
  [
    400,
    [invalid("VALUE_TOO_LONG", "order.name")],
    { kind: "refused", reason: "value_too_long: order.name" },
  ],
  [
    400,
    [{ category: "REFUND_ERROR", code: "REFUND_AMOUNT_INVALID" }],
    { kind: "refused", reason: "refund_amount_invalid" },
  ],
  [400, [{ category: "REFUND_ERROR", code: "REFUND_ALREADY_PENDING" }], NO_ANSWER],
  [409, [invalid("CONFLICT")], NO_ANSWER],
  [429, [{ category: "RATE_LIMIT_ERROR", code: "RATE_LIMITED" }], NO_ANSWER],
  [500, [{ category: "API_ERROR", code: "INTERNAL_SERVER_ERROR" }], NO_ANSWER],
  [400, [], NO_ANSWER],
];

test("every kind of error has its meaning", () => {
  const { signal } = new AbortController();
  for (const [statusCode, errors, expected] of ERRORS) {
    const error = new SquareError({ statusCode, body: { errors } });
    assert.deepEqual(readSquareError(error, signal), expected, JSON.stringify(errors));
  }
});
