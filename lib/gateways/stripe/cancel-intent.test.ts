import assert from "node:assert/strict";
import { test } from "node:test";
import type { Charge } from "#lib/gateways/gateway.ts";
import { contractCharge, longAgo, sentCharge } from "#lib/gateways/testing/contract-subject.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createStripe } from "./stripe.ts";
import {
  STRIPE_TEST_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "./testing/stripe-stand-in.ts";

const standIn: StripeStandIn = setUp(() => startStripeStandIn());

const VISA = { paymentMethod: "pm_card_visa" };
const CANCELED = { kind: "canceled" };
const UNKNOWN = { kind: "unknown", reason: "provider_error" };
const PATH = "/v1/payment_intents";
const signal = patientSignal;

function connect() {
  return createStripe({ secretKey: STRIPE_TEST_KEY }, { baseUrl: standIn.url });
}

function hoursAgo(hours: number): Date {
  return new Date(Date.now() - hours * 60 * 60 * 1000);
}

function isCharge({ paymentId }: Charge) {
  return ({ method, path, body }: { method: string; path: string; body: string }) =>
    method === "POST" && path === PATH && body.includes(paymentId) && body.includes("confirm=true");
}

test("a charge that is on its way finds its key taken", async () => {
  const charge = contractCharge(VISA);
  const held = standIn.hold(isCharge(charge));
  const late = connect().charge(charge, signal());
  const request = await held;
  assert.deepEqual(await connect().cancel(sentCharge(charge), signal()), CANCELED);
  request.answer();
  assert.deepEqual(await late, UNKNOWN);
  assert.equal(standIn.countCharges(charge.paymentId), 0);
  const found = await connect().find(sentCharge(charge), signal());
  assert.deepEqual(found, { kind: "declined", reason: "canceled" });
});

test("where no charge has arrived, nothing is looked for", async () => {
  const before = standIn.requests.length;
  const sent = sentCharge(contractCharge(VISA));
  assert.deepEqual(await connect().cancel(sent, signal()), CANCELED);
  const methods = standIn.requests.slice(before).map(({ method }) => method);
  assert.deepEqual(methods, ["POST", "POST"]);
});

test("an old charge that gets the key between look and request is found after all", async () => {
  const charge = contractCharge({ ...VISA, firstAskedAt: hoursAgo(21) });
  const held = standIn.hold(isCharge(charge));
  const early = connect().charge(charge, signal());
  const request = await held;
  standIn.setSearch("missing");
  const looked = standIn.hold(({ method, path }) => method === "GET" && path === PATH);
  const cancellation = connect().cancel(sentCharge(charge), signal());
  const look = await looked;
  look.carryOut();
  request.answer();
  const outcome = await early;
  assert.ok(outcome.kind === "succeeded");
  look.answer();
  // A refused cancellation names the charge, and no more of it.
  const { match: _match, ...taken } = outcome;
  assert.deepEqual(await cancellation, taken);
  standIn.setSearch("current");
});

test("a charge that is under way keeps it open", async () => {
  const charge = contractCharge(VISA);
  standIn.setBusy(charge.paymentId, true);
  for (const askedAt of [new Date(), longAgo()]) {
    assert.deepEqual(await connect().cancel(sentCharge(charge, askedAt), signal()), UNKNOWN);
  }
  standIn.setBusy(charge.paymentId, false);
  assert.deepEqual(await connect().cancel(sentCharge(charge), signal()), CANCELED);
});

test("a key whose charge failed for good is believed once nothing can be under way", async () => {
  const charge = contractCharge({ paymentMethod: "pm_nobody_knows" });
  assert.equal((await connect().charge(charge, signal())).kind, "invalid");
  assert.deepEqual(await connect().cancel(sentCharge(charge), signal()), UNKNOWN);
  assert.deepEqual(await connect().cancel(sentCharge(charge, longAgo()), signal()), CANCELED);

  const tiny = contractCharge({ ...VISA, amount: 1 });
  assert.deepEqual(await connect().cancel(sentCharge(tiny, longAgo()), signal()), CANCELED);
});

test("a failure that Stripe repeats for a day does not keep it open", async () => {
  const charge = contractCharge(VISA);
  standIn.misbehave("stuck", { method: "POST", path: PATH });
  assert.deepEqual(await connect().charge(charge, signal()), UNKNOWN);
  assert.deepEqual(await connect().charge({ ...charge, attempt: 2 }, signal()), UNKNOWN);
  assert.deepEqual(await connect().cancel(sentCharge(charge, longAgo()), signal()), CANCELED);

  const unsent = contractCharge(VISA);
  standIn.misbehave("stuck", { method: "POST", path: PATH });
  assert.deepEqual(await connect().cancel(sentCharge(unsent, longAgo()), signal()), UNKNOWN);
  assert.deepEqual(await connect().cancel(sentCharge(unsent), signal()), UNKNOWN);
  assert.deepEqual(await connect().cancel(sentCharge(unsent, longAgo()), signal()), CANCELED);
});

test("an intent that is being processed is waited for", async () => {
  const charge = contractCharge({});
  const outcome = await connect().charge(charge, signal());
  assert.ok(outcome.kind === "requires_confirmation");
  const { orderId, providerReference } = outcome;
  const known = { ...sentCharge(charge), orderId, providerReference };
  standIn.setIntent(charge.paymentId, { status: "processing" });
  assert.deepEqual(await connect().cancel(known, signal()), UNKNOWN);
  standIn.setIntent(charge.paymentId, { status: "succeeded", client_secret: null });
  const late = await connect().cancel(known, signal());
  assert.deepEqual(late, { ...outcome, kind: "succeeded", clientSecret: "" });
});

test("what Stripe could never charge is canceled without a word", async () => {
  const before = standIn.requests.length;
  const charge = contractCharge({ ...VISA, currency: "clf" });
  assert.deepEqual(await connect().cancel(sentCharge(charge), signal()), CANCELED);
  assert.equal(standIn.requests.length, before);
});

test("an old charge is found where only the search reaches", async () => {
  const charge = contractCharge({ ...VISA, firstAskedAt: hoursAgo(30) });
  await connect().charge(charge, signal());
  const created = Math.floor(hoursAgo(30).getTime() / 1000);
  standIn.setIntent(charge.paymentId, { created });
  const sent = sentCharge(charge, hoursAgo(29));
  assert.equal((await connect().cancel(sent, signal())).kind, "succeeded");
  standIn.setSearch("missing");
  assert.equal((await connect().find(sent, signal())).kind, "succeeded");
});
