import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { circuitDefaults } from "#lib/gateways/circuit.ts";
import {
  STRIPE_TEST_KEY,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  type ApiClient,
  createApiClient,
  type PaymentBody,
  paymentBody,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { shiftClock } from "#lib/testing/shift-clock.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
// Loaded before the clock runs: the first use of the package takes most of the deadline here.
import "stripe";

const { failures, openMs } = circuitDefaults;
const CALLS = 8;

type Merchant = { api: ApiClient; console: ConsoleClient; organizationId: string };

const standIn = setUp(startStripeStandIn);
const service = setUpTestService(() => ({
  STRIPE_API_BASE: standIn.url,
  GATEWAY_TIMEOUT_MS: "3000",
  GATEWAY_CALLS: String(CALLS),
}));
let merchant: Merchant;
beforeEach(async () => {
  merchant = await connectMerchant();
});

async function connectMerchant(): Promise<Merchant> {
  const member = await createTestMember();
  const { organizationId } = member;
  const client = createConsoleClient(service, member);
  const body = { provider: "stripe", credentials: { secretKey: STRIPE_TEST_KEY } };
  assert.equal((await client("PUT", "/gateways/gateway_one", { body })).status, 201);
  const api = createApiClient(service, await createTestKey({ organizationId }));
  return { api, console: client, organizationId };
}

const newBody = () => paymentBody({ paymentMethod: "pm_card_visa" });

function pay({ api }: Merchant, body = newBody()): Promise<Answer> {
  return api.post("/payments/gateway_one/create", { body });
}

/** Bodies of payments that are pending, since the provider failed. */
async function breakCircuit(): Promise<PaymentBody[]> {
  standIn.misbehave("error", { times: failures });
  const bodies = Array.from({ length: failures }, newBody);
  for (const body of bodies) assertUnavailable(await pay(merchant, body), 1);
  return bodies;
}

function assertUnavailable(answer: Answer, atMostSeconds: number): void {
  assertError(answer, { status: 503, code: "service_unavailable" });
  const seconds = Number(answer.headers.get("retry-after"));
  assert.ok(seconds >= 1 && seconds <= atMostSeconds, String(seconds));
}

async function countPayments(): Promise<number> {
  const { rows } = await pool().query<{ count: number }>(
    "SELECT count(*) FROM payment WHERE organization_id = $1",
    [merchant.organizationId],
  );
  return rows[0]?.count ?? 0;
}

async function circuit(): Promise<string> {
  const { body } = await merchant.console("GET", "/gateways");
  return body.data.connections[0].circuit;
}

test("an open circuit: 503 at once for new payments, of which nothing is stored", async () => {
  await breakCircuit();
  assert.equal(await circuit(), "open");
  const asked = standIn.requests.length;
  for (const answer of await Promise.all([pay(merchant), pay(merchant), pay(merchant)])) {
    assertUnavailable(answer, openMs / 1000);
  }
  assert.equal(standIn.requests.length, asked);
  assert.equal(await countPayments(), failures);
});

test("pending payments get 503 as well, settled ones their answer, reused keys their conflict", async () => {
  const paidBody = newBody();
  const paid = await pay(merchant, paidBody);
  const declinedBody = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
  const declined = { status: 402, code: "payment_declined" } as const;
  assertError(await pay(merchant, declinedBody), declined);

  const [pending] = await breakCircuit();
  const asked = standIn.requests.length;
  assertUnavailable(await pay(merchant, pending), openMs / 1000);
  assertReplayed(await pay(merchant, paidBody), paid);
  assertError(await pay(merchant, declinedBody), declined);
  assertError(await pay(merchant, { ...paidBody, amount: 9 }), { status: 409, code: "conflict" });
  assertUnavailable(await pay(merchant, { ...declinedBody, amount: 9 }), openMs / 1000);
  assert.equal(standIn.requests.length, asked);
});

test("after a while one payment probes; an answer closes it, and what was pending goes on", async (context) => {
  const shift = shiftClock(context);
  const bodies = await breakCircuit();
  shift(openMs);
  assert.equal(await circuit(), "half_open");
  const before = standIn.countCharges();
  assert.equal((await pay(merchant)).status, 201);
  assert.equal(await circuit(), "closed");
  for (const body of bodies) assert.equal((await pay(merchant, body)).status, 201);
  assert.equal(standIn.countCharges(), before + 1 + bodies.length);
});

test("many new payments at once in a half-open circuit: those that are refused are not stored", async (context) => {
  const shift = shiftClock(context);
  await breakCircuit();
  shift(openMs);
  const reached = standIn.requests.length + 1;
  standIn.misbehave("silent");
  const probing = pay(merchant);
  while (standIn.requests.length < reached) await new Promise(setImmediate);
  for (const answer of await Promise.all(Array.from({ length: 10 }, () => pay(merchant)))) {
    assertUnavailable(answer, 1);
  }
  assertUnavailable(await probing, 1);
  assert.equal(await countPayments(), failures + 1);

  shift(openMs * 2);
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(merchant)));
  const made = answers.filter(({ status }) => status === 201).length;
  assert.ok(made >= 1);
  assert.equal(await countPayments(), failures + 1 + made);
});

test("new credentials start with a closed circuit, in this environment", async () => {
  await breakCircuit();
  const body = { provider: "stripe", credentials: { secretKey: STRIPE_TEST_KEY } };
  assert.equal((await merchant.console("PUT", "/gateways/gateway_one", { body })).status, 200);
  assert.equal(await circuit(), "closed");
  assert.equal((await pay(merchant)).status, 201);
});

test("a look-up after the cache has ended keeps the circuit", async (context) => {
  const shift = shiftClock(context);
  await breakCircuit();
  shift(1_500);
  assertUnavailable(await pay(merchant), openMs / 1000);
});

test("one merchant's broken or hanging connection is no other's", async () => {
  const other = await connectMerchant();
  await breakCircuit();
  assert.equal((await pay(other)).status, 201);

  const hanging = await connectMerchant();
  const reached = Array.from({ length: CALLS }, () => standIn.hold(() => true));
  const calls = Array.from({ length: CALLS }, () => pay(hanging));
  const held = await Promise.all(reached);

  // Neither waits for the calls that hang: those have no answer yet.
  assertUnavailable(await pay(hanging), 1);
  assert.equal((await pay(other)).status, 201);
  for (const call of held) call.answer();
  for (const { status } of await Promise.all(calls)) assert.equal(status, 201);
});
