import assert from "node:assert/strict";
import { test } from "node:test";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createStripe } from "./stripe.ts";
import {
  STRIPE_CATEGORY,
  STRIPE_OTHER_ACCOUNT_KEY,
  STRIPE_READING_KEY,
  STRIPE_RESTRICTED_KEY,
  STRIPE_ROLLED_KEY,
  STRIPE_TEST_KEY,
  startStripeStandIn,
} from "./testing/stripe-stand-in.ts";

const standIn = setUp(startStripeStandIn);

test("the account is asked for, but not required", async () => {
  const check = (secretKey: string) =>
    createStripe({ secretKey }, { baseUrl: standIn.url }).check(patientSignal());
  const accounts = new Map([
    [STRIPE_ROLLED_KEY, "acct_standin"],
    [STRIPE_OTHER_ACCOUNT_KEY, "acct_other"],
    [STRIPE_RESTRICTED_KEY, null],
  ]);
  for (const [key, account] of accounts) {
    const merchantCategoryCode = account === null ? null : STRIPE_CATEGORY;
    const known = { kind: "ok", account, currency: null, merchantCategoryCode };
    assert.deepEqual(await check(key), known);
  }
  const reading = await check(STRIPE_READING_KEY);
  assert.deepEqual(reading, {
    kind: "refused",
    reason: "permissions",
    missing: ["PaymentIntents: write", "Refunds: write"],
  });
  standIn.misbehave("error", { path: "/v1/account" });
  assert.deepEqual(await check(STRIPE_TEST_KEY), { kind: "unknown" });
});
