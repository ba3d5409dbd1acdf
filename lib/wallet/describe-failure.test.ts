import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFailure } from "./describe-failure.ts";
import { WalletError, type WalletFailure } from "./wallet-error.ts";

// Where the page offers a retry, the same action can end differently.
const repeatable: WalletFailure[] = [
  "consent_declined",
  "wrong_pin",
  "consent_expired",
  "key_forgotten",
  "offline",
  "service_down",
  "too_many_requests",
  "proof_declined",
  "claim_waiting",
];
const final: WalletFailure[] = [
  "other_key",
  "tampered_envelope",
  "nothing_to_open",
  "card_taken",
  "identifier_taken",
  "identifiers_full",
  "card_erased",
  "visit_ended",
  "claim_unknown",
  "pairing_ended",
];

for (const reason of [...repeatable, ...final]) {
  test(`${reason} has a sentence of its own and a way on`, () => {
    const { title, remedy, retry } = describeFailure(reason);
    assert.equal(retry, repeatable.includes(reason));
    assert.doesNotMatch(title, /[.!]$|_/);
    assert.match(remedy, /\.$/);
  });
}

test("an error of the wallet names its reason, and no more than that", () => {
  const error = new WalletError("pin_delayed", { retryAt: 5 });
  assert.deepEqual([error.reason, error.retryAt], ["pin_delayed", 5]);
  assert.equal(error.message, "The wallet could not go on: pin_delayed");
});
