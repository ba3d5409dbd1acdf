import assert from "node:assert/strict";
import { test } from "node:test";
import { explainDecline } from "./explain-decline.ts";

test("codes of each provider are explained", () => {
  const codes = {
    card_declined: /without saying why/,
    insufficient_funds: /not enough money/,
    incorrect_cvc: /security code/,
    cvv_failure: /security code/,
    confirmation_failed: /did not confirm/,
    canceled: /canceled/,
    CARD_EXPIRED: /expired/,
  };
  for (const [code, reason] of Object.entries(codes)) {
    assert.match(explainDecline(code).reason, reason, code);
  }
});

test("a reason that a customer must not hear comes with that advice", () => {
  for (const code of ["stolen_card", "fraudulent", "merchant_blacklist"]) {
    assert.match(explainDecline(code).next, /the reason is for you alone/);
  }
});

test("a code that nobody knows says no more than is certain", () => {
  for (const code of [null, "", "brand_new_code", "toString", "constructor"]) {
    assert.equal(explainDecline(code).reason, "The provider refused the payment.");
  }
});

test("what no other card would change is for a developer", () => {
  const { next } = explainDecline("invalid: paymentMethod: is not a payment method");
  assert.match(next, /developer/);
});
