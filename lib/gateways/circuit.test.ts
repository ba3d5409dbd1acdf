import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { shiftClock } from "#lib/testing/shift-clock.ts";
import { type Circuit, circuitDefaults, type ProtectedGateway, protectGateway } from "./circuit.ts";
import type { Charge, ChargeOutcome } from "./gateway.ts";
import { createStripe } from "./stripe/stripe.ts";
import {
  STRIPE_TEST_KEY,
  type StripeStandIn,
  startStripeStandIn,
} from "./stripe/testing/stripe-stand-in.ts";
import { contractCharge, contractRefund, sentCharge } from "./testing/contract-subject.ts";
import { patientSignal } from "./testing/patient-signal.ts";
import { recordingGateway } from "./testing/recording-gateway.ts";

const { failures, openMs, maxOpenMs, failureWindowMs } = circuitDefaults;

let standIn: StripeStandIn;
before(async () => {
  standIn = await startStripeStandIn();
});
after(() => standIn[Symbol.asyncDispose]());

function connect(maxCalls = 100): ProtectedGateway {
  const stripe = createStripe({ secretKey: STRIPE_TEST_KEY }, { baseUrl: standIn.url });
  return protectGateway(stripe, { ...circuitDefaults, maxCalls });
}

function pay(gateway: ProtectedGateway, fields: Partial<Charge> = {}): Promise<ChargeOutcome> {
  const charge = contractCharge({ paymentMethod: "pm_card_visa", ...fields });
  return gateway.charge(charge, patientSignal());
}

async function fail(gateway: ProtectedGateway, times: number): Promise<void> {
  standIn.misbehave("error", { times });
  for (let count = 0; count < times; count += 1) {
    assert.deepEqual(await pay(gateway), { kind: "unknown", reason: "provider_error" });
  }
}

async function assertRefused(gateway: ProtectedGateway, atMostMs: number): Promise<void> {
  const requests = standIn.requests.length;
  const outcome = await pay(gateway);
  assert.ok(outcome.kind === "unknown" && outcome.reason === "not_asked", JSON.stringify(outcome));
  assert.ok(outcome.retryAfterMs > 0 && outcome.retryAfterMs <= atMostMs);
  assert.equal(standIn.requests.length, requests, "the provider is left alone");
}

test("opens after failures in a row, lets one probe through, and closes again", async (context) => {
  const shift = shiftClock(context);
  const gateway = connect();
  await fail(gateway, failures - 1);
  assert.equal(gateway.circuit.state, "closed");
  await fail(gateway, 1);
  assert.equal(gateway.circuit.state, "open");
  await assertRefused(gateway, openMs);

  shift(openMs);
  assert.equal(gateway.circuit.state, "half_open");
  assert.equal(gateway.refusedForMs?.(), undefined);
  const requests = standIn.requests.length;
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => pay(gateway)));
  assert.equal(standIn.requests.length, requests + 1);
  assert.equal(outcomes.filter(({ kind }) => kind === "succeeded").length, 1);
  assert.equal(gateway.circuit.state, "closed");
  assert.equal((await pay(gateway)).kind, "succeeded");
});

test("a failed probe opens it for twice as long, up to a limit; a good one forgets that", async (context) => {
  const shift = shiftClock(context);
  const gateway = connect();
  await fail(gateway, failures);
  let forMs = openMs;
  for (let count = 0; count < 6; count += 1) {
    shift(forMs);
    await fail(gateway, 1);
    forMs = Math.min(forMs * 2, maxOpenMs);
    await assertRefused(gateway, forMs);
    shift(forMs * 0.9);
    await assertRefused(gateway, forMs);
    shift(-forMs * 0.9);
  }
  assert.equal(forMs, maxOpenMs);

  shift(maxOpenMs);
  assert.equal((await pay(gateway)).kind, "succeeded");
  await fail(gateway, failures);
  shift(openMs);
  assert.equal(gateway.circuit.state, "half_open");
});

test("declined cards and malformed requests open nothing", async () => {
  const gateway = connect();
  for (const paymentMethod of ["pm_card_chargeDeclined", "pm_of_nobody"]) {
    for (let count = 0; count < failures * 2; count += 1) await pay(gateway, { paymentMethod });
  }
  assert.equal(gateway.circuit.state, "closed");
});

test("failures with an answer in between, or long ago, open nothing", async (context) => {
  const shift = shiftClock(context);
  const gateway = connect();
  await fail(gateway, failures - 1);
  assert.equal((await pay(gateway)).kind, "succeeded");
  await fail(gateway, failures - 1);
  assert.equal(gateway.circuit.state, "closed");

  shift(failureWindowMs + 1);
  await fail(gateway, failures - 1);
  assert.equal(gateway.circuit.state, "closed");
  await fail(gateway, 1);
  assert.equal(gateway.circuit.state, "open");
});

test("half open, one call that asks first is let in; another one if the first never comes", async (context) => {
  const shift = shiftClock(context);
  const gateway = connect();
  await fail(gateway, failures);
  shift(openMs);
  assert.equal(gateway.refusedForMs?.(), undefined);
  assert.ok((gateway.refusedForMs?.() ?? 0) > 0);
  shift(1_000);
  assert.equal(gateway.refusedForMs?.(), undefined);
  assert.equal((await pay(gateway)).kind, "succeeded");
  assert.equal(gateway.refusedForMs?.(), undefined);
  assert.equal(gateway.refusedForMs?.(), undefined);
});

test("calls from before it opened do not close or reopen it", async (context) => {
  const shift = shiftClock(context);
  const { circuit } = connect();
  const early = Array.from({ length: failures + 2 }, () => admit(circuit));
  for (const pass of early.slice(2)) circuit.settle(pass, false);
  const [late, later] = early;
  assert.ok(late && later);
  circuit.settle(late, true);
  assert.equal(circuit.state, "open");

  shift(openMs);
  const probe = admit(circuit);
  circuit.settle(later, false);
  assert.equal(circuit.admit().state, "refused");
  circuit.settle(probe, true);
  assert.equal(circuit.state, "closed");
});

function admit(circuit: Circuit) {
  const admission = circuit.admit();
  assert.ok(admission.state === "admitted");
  return admission.pass;
}

test("look-ups, cancellations and checks pass an open circuit by", async () => {
  const calls: unknown[][] = [];
  const gateway = protectGateway(recordingGateway(calls), { ...circuitDefaults, maxCalls: 1 });
  const { signal } = new AbortController();
  const sent = { ...sentCharge(contractCharge()), providerReference: "ref_1" };
  const passBy = async () => {
    await gateway.find(sent, signal);
    await gateway.cancel(sent, signal);
    await gateway.listRefunds(sent, signal);
    await gateway.check(signal);
  };
  for (let count = 0; count < failures * 2; count += 1) await passBy();
  assert.equal(gateway.circuit.state, "closed", "none counts");

  for (let count = 0; count < failures; count += 1) await pay(gateway);
  assert.equal(gateway.circuit.state, "open");
  calls.length = 0;
  await passBy();
  const names = calls.map(([name]) => name);
  assert.deepEqual(names, ["find", "cancel", "listRefunds", "check"]);
});

test("refunds count and are held back like charges", async () => {
  const gateway = protectGateway(recordingGateway(), { ...circuitDefaults, maxCalls: 1 });
  const { signal } = new AbortController();
  const refund = contractRefund(contractCharge(), "ref_1");
  for (let count = 0; count < failures; count += 1) await gateway.refund(refund, signal);
  assert.equal(gateway.circuit.state, "open");
  const outcome = await gateway.refund(refund, signal);
  assert.ok(outcome.kind === "unknown" && outcome.reason === "not_asked");
});

test("a gateway that throws frees its place and counts as a failure", async (context) => {
  const shift = shiftClock(context);
  const charge = () => Promise.reject(new Error("a bug"));
  const broken = { ...recordingGateway(), charge };
  const gateway = protectGateway(broken, { ...circuitDefaults, maxCalls: 1 });
  for (let count = 0; count < failures; count += 1) await assert.rejects(pay(gateway), /a bug/);
  assert.equal(gateway.circuit.state, "open");
  shift(openMs);
  await assert.rejects(pay(gateway), /a bug/);
  assert.equal(gateway.circuit.state, "open");
});

test("a provider that hangs holds a limited number of calls, and frees them in the end", async () => {
  const gateway = connect(3);
  standIn.misbehave("silent", { times: 3 });
  const deadline = new AbortController();
  const reached = standIn.requests.length + 3;
  const hanging = [1, 2, 3].map(() => gateway.charge(contractCharge(), deadline.signal));
  while (standIn.requests.length < reached) await new Promise(setImmediate);
  await assertRefused(gateway, 1_000);
  assert.equal(gateway.circuit.state, "closed");

  deadline.abort();
  for (const outcome of await Promise.all(hanging)) {
    assert.deepEqual(outcome, { kind: "unknown", reason: "timeout" });
  }
  assert.equal((await pay(gateway)).kind, "succeeded");
});

test("the processes of a server open one circuit together, probe once, and close it together", async (context) => {
  const shift = shiftClock(context);
  const [first, second] = connectTogether();
  await fail(first, failures - 1);
  await fail(second, 1);
  await assertRefused(first, openMs);
  await assertRefused(second, openMs);

  shift(openMs + 1);
  const held = standIn.hold(({ method }) => method === "POST");
  const probe = pay(first);
  const { carryOut, answer } = await held;
  await assertRefused(second, 1000);
  carryOut();
  answer();
  assert.equal((await probe).kind, "succeeded");
  assert.equal((await pay(second)).kind, "succeeded");

  await fail(first, failures - 1);
  await pay(second);
  await fail(first, 1);
  assert.equal(second.circuit.state, "closed", "an answer to one counts for both");
});

test("a probe whose process has died does not keep the others from probing", async (context) => {
  const shift = shiftClock(context);
  const gateway = connect();
  await fail(gateway, failures);
  gateway.circuit.hear("probe_sent");
  shift(openMs + 1);
  await assertRefused(gateway, 1000);
  shift(70_000);
  assert.equal((await pay(gateway)).kind, "succeeded");
});

/** The same connection in two processes, each of which hears at once what the other tells. */
function connectTogether(): [ProtectedGateway, ProtectedGateway] {
  const stripe = createStripe({ secretKey: STRIPE_TEST_KEY }, { baseUrl: standIn.url });
  const limits = { ...circuitDefaults, maxCalls: 100 };
  const both: ProtectedGateway[] = [];
  const create = (other: number) =>
    protectGateway(stripe, limits, (news) => both[other]?.circuit.hear(news));
  const [first, second] = [create(1), create(0)];
  both.push(first, second);
  return [first, second];
}
