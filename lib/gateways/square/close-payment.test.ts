import assert from "node:assert/strict";
import { test } from "node:test";
import type { Charge } from "#lib/gateways/gateway.ts";
import { contractCharge, longAgo, sentCharge } from "#lib/gateways/testing/contract-subject.ts";
import { patientSignal } from "#lib/gateways/testing/patient-signal.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createSquare } from "./square.ts";
import {
  SQUARE_TEST_LOCATION,
  SQUARE_TEST_TOKEN,
  type SquareStandIn,
  startSquareStandIn,
} from "./testing/square-stand-in.ts";

const standIn: SquareStandIn = setUp(() => startSquareStandIn());

const CARD = { cardNonce: "cnon:card-nonce-ok" };
const CANCELED = { kind: "canceled" };
const UNKNOWN = { kind: "unknown", reason: "provider_error" };
const signal = patientSignal;

function connect() {
  const credentials = { accessToken: SQUARE_TEST_TOKEN, locationId: SQUARE_TEST_LOCATION };
  return createSquare(credentials, { baseUrl: standIn.url, environment: "development" });
}

function isFor(path: string, { paymentId }: Charge) {
  return (request: { path: string; method: string; body: string }) =>
    request.method === "POST" && request.path === path && request.body.includes(paymentId);
}

test("a charge that is stopped before its order finds the key of the order taken", async () => {
  const charge = contractCharge(CARD);
  const held = standIn.hold(isFor("/v2/orders", charge));
  const late = connect().charge(charge, signal());
  const order = await held;
  assert.deepEqual(await connect().cancel(sentCharge(charge), signal()), CANCELED);
  order.answer();
  assert.deepEqual(await late, UNKNOWN);
  assert.equal(standIn.countCharges(charge.paymentId), 0);
  assert.deepEqual(standIn.orderStates(charge.paymentId), ["CANCELED"]);
});

test("a charge that is stopped between order and payment finds the order closed", async () => {
  const charge = contractCharge(CARD);
  const held = standIn.hold(isFor("/v2/payments", charge));
  const late = connect().charge(charge, signal());
  const payment = await held;
  assert.deepEqual(await connect().cancel(sentCharge(charge), signal()), CANCELED);
  payment.answer();
  assert.notEqual((await late).kind, "succeeded");
  assert.equal(standIn.countCharges(charge.paymentId), 0);
  assert.deepEqual(await connect().cancel(sentCharge(charge), signal()), CANCELED);
});

test("a payment that comes in between is found by its order, which the lists do not show yet", async (context) => {
  context.after(() => standIn.hideFromLists(false));
  const charge = contractCharge(CARD);
  const outcome = await connect().charge(charge, signal());
  assert.ok(outcome.kind === "succeeded");
  standIn.hideFromLists(true);
  assert.deepEqual(await connect().cancel(sentCharge(charge), signal()), UNKNOWN);
  const { orderId } = outcome;
  assert.deepEqual(await connect().cancel({ ...sentCharge(charge), orderId }, signal()), outcome);
});

test("what the lists may not show yet is not absent, and a refusal meanwhile is not believed", async (context) => {
  context.after(() => {
    standIn.hideFromLists(false);
    standIn.useNoncesOnce(false);
  });
  const charge = contractCharge(CARD);
  const square = connect();
  const first = await square.charge(charge, signal());
  standIn.hideFromLists(true);
  assert.deepEqual(await square.find(sentCharge(charge), signal()), UNKNOWN);
  standIn.forgetKeys();
  standIn.useNoncesOnce(true);
  await square.charge(contractCharge(CARD), signal());
  assert.deepEqual(await square.charge({ ...charge, attempt: 2 }, signal()), UNKNOWN);
  standIn.hideFromLists(false);
  assert.deepEqual(await square.charge({ ...charge, attempt: 3 }, signal()), first);
  assert.deepEqual(await square.find(sentCharge(charge, longAgo()), signal()), first);
});

test("a payment that is only approved is canceled, by its key or by its name", async () => {
  for (const isKnown of [false, true]) {
    const charge = contractCharge({ cardNonce: "cnon:card-nonce-ok" });
    const outcome = await connect().charge(charge, signal());
    assert.ok(outcome.kind === "succeeded");
    standIn.setPayment(charge.paymentId, { status: "APPROVED" });
    const { orderId, providerReference } = outcome;
    const names = isKnown ? { orderId, providerReference } : {};
    assert.deepEqual(
      await connect().cancel({ ...sentCharge(charge), ...names }, signal()),
      CANCELED,
    );
    assert.equal((await connect().find(sentCharge(charge), signal())).kind, "declined");
  }
});

test("whatever Square answers to a key in use, the charge that uses it decides", async (context) => {
  context.after(() => standIn.answerBusyWith(409, "INVALID_REQUEST_ERROR", "CONFLICT"));
  const answers: Parameters<SquareStandIn["answerBusyWith"]>[] = [
    [409, "INVALID_REQUEST_ERROR", "CONFLICT"],
    [409, "API_ERROR", "CONFLICT"],
    [400, "INVALID_REQUEST_ERROR", "IDEMPOTENCY_KEY_REUSED"],
    [429, "RATE_LIMIT_ERROR", "RATE_LIMITED"],
    [503, "API_ERROR", "TEMPORARY_ERROR"],
    [400, "INVALID_REQUEST_ERROR", "BAD_REQUEST"],
  ];
  for (const answer of answers) {
    standIn.answerBusyWith(...answer);
    for (const path of ["/v2/orders", "/v2/payments"]) {
      const charge = contractCharge(CARD);
      standIn.misbehave("slow", { path });
      const square = connect();
      assert.deepEqual(await square.charge(charge, signal()), UNKNOWN);
      assert.deepEqual(await square.charge({ ...charge, attempt: 2 }, signal()), UNKNOWN);
      standIn.deliverLate();
      const { kind } = await square.charge({ ...charge, attempt: 3 }, signal());
      assert.equal(kind, "succeeded", `${answer} at ${path}`);
      assert.equal(standIn.countCharges(charge.paymentId), 1);
    }
  }
});
