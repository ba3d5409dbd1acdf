import assert from "node:assert/strict";
import { test } from "node:test";
import { readRefusal, type SignInRefusal } from "./sign-in.ts";

const cases: [string, SignInRefusal | undefined][] = [
  ["", undefined],
  ["next=/merchant", undefined],
  ["error=CredentialsSignin", { state: "wrong_credentials" }],
  ["error=second_factor_needed", { state: "second_factor_needed" }],
  ["error=wrong_code", { state: "wrong_code" }],
  ["error=too_many_tries&retryAfter=40", { state: "too_many_tries", seconds: 40 }],
  ["error=too_many_tries&retryAfter=0.4", { state: "too_many_tries", seconds: 1 }],
  ["error=too_many_tries", { state: "too_many_tries", seconds: 60 }],
  ["error=too_many_tries&retryAfter=soon", { state: "too_many_tries", seconds: 60 }],
  ["error=not_confirmed", { state: "not_confirmed" }],
  ["error=recovery_hold", { state: "recovery_hold" }],
  ["error=no_member", { state: "no_member" }],
  ["error=service_unavailable", { state: "service_unavailable" }],
  ["error=OAuthCallback", { state: "not_completed" }],
];
for (const [query, refusal] of cases) {
  test(`"${query}" tells ${refusal?.state ?? "of no refusal"}`, () => {
    assert.deepEqual(readRefusal(new URLSearchParams(query)), refusal);
  });
}
