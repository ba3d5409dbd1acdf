import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import {
  STRIPE_TEST_KEY,
  startStripeStandIn,
} from "#lib/gateways/stripe/testing/stripe-stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  refundBody,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { connectTestGateway } from "#lib/testing/connect-test-gateway.ts";
import { countWaiting } from "#lib/testing/count-waiting.ts";
import { holdEscrow } from "#lib/testing/hold-escrow.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import { moveEscrow } from "./move-escrow.ts";

const PAY = "/payments/gateway_one/create";
const STRANGERS = 24;
/** Only a call that is held up takes this long. */
const PROMPT_MS = 20_000;

const stripe = setUp(startStripeStandIn);
const fixed = {
  CARD_PEPPERS: `1:${randomBytes(32).toString("base64")}`,
  COLUMN_KEYS: `1:${randomBytes(32).toString("base64")}`,
  SESSION_SECRET: randomBytes(32).toString("base64url"),
};
const keys = setUp(async () => ({
  first: await generateEscrowKey(),
  second: await generateEscrowKey(),
  third: await generateEscrowKey(),
}));
const variables = (escrowKeys: string) => ({
  ...fixed,
  ESCROW_KEYS: escrowKeys,
  STRIPE_API_BASE: stripe.url,
});
const service = setUpTestService(() => variables(`1:${keys.first}`));
const api = setUpApi(service);
const stranger = setUpCardholder(api);
/** Pays through the stand-in; the others do in the sandbox. */
const merchant = setUpApi(service);
setUp(async () => {
  const tenant = { organizationId: merchant.organizationId, environment: "development" } as const;
  await connectTestGateway(tenant, "gateway_one", "stripe", { secretKey: STRIPE_TEST_KEY });
});
const pair = setUp(() => api.call("POST /api/v1/onboarding/generate-keys"));

async function register(hashedPan: string) {
  const { publicKey, keyId } = pair;
  return await api.post("/onboarding/register", { body: { hashedPan, publicKey, keyId } });
}

async function promptly<T>(work: Promise<T>): Promise<T> {
  const state = { hasEnded: false };
  const end = () => {
    state.hasEnded = true;
  };
  work.then(end, end);
  await until(async () => state.hasEnded, PROMPT_MS);
  return await work;
}

/** A payment of the card whose provider is asked, and has not answered. */
async function beginPaying(hashedPan: string) {
  const asked = stripe.hold(({ method }) => method === "POST");
  const paying = merchant.post(PAY, { body: paymentBody({ recipientHashedPan: hashedPan }) });
  const held = await asked;
  return async () => {
    held.carryOut();
    held.answer();
    return await promptly(paying);
  };
}

async function assertStrangersAreServed(): Promise<void> {
  const listed = Array.from({ length: STRANGERS }, () => api.get(`/receipts/${stranger.userId}`));
  const paid = Array.from({ length: STRANGERS }, () =>
    api.post(PAY, { body: paymentBody({ recipientHashedPan: stranger.hashedPan }) }),
  );
  for (const { status } of await promptly(Promise.all(listed))) assert.equal(status, 200);
  for (const { status } of await promptly(Promise.all(paid))) assert.equal(status, 201);
}

async function assertOpens(userId: string, paymentIds: readonly string[]): Promise<void> {
  const { body } = await api.get(`/receipts/${userId}`);
  const listed = body.data.receipts.map((receipt: { paymentId: string }) => receipt.paymentId);
  assert.deepEqual(listed.toSorted(), paymentIds.toSorted());
  for (const paymentId of paymentIds) {
    const tokenId = await grant(api, { ...pair, userId });
    const { privateKey } = pair;
    const opened = await api.post("/payments/decrypt", {
      body: { paymentId, tokenId, privateKey },
    });
    assert.equal(opened.status, 200, JSON.stringify(opened.body));
  }
}

test("a registration that waits for the escrow keys holds up neither a result nor a stranger", async () => {
  const hashedPan = randomHashedPan();
  const paymentId = await createSealedPayment(api, { hashedPan });
  const getResult = await beginPaying(hashedPan);
  using escrow = holdEscrow();
  const registering = register(hashedPan);
  const rewrap = await escrow.next();
  assert.equal(rewrap.keys, 2);

  const [paid] = await Promise.all([getResult(), assertStrangersAreServed()]);
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  rewrap.answer();
  const { status, body } = await registering;
  assert.deepEqual([status, body.data.deliveredReceipts], [201, 1]);
  await assertOpens(body.data.userId, [paymentId]);
});

test("what comes into escrow meanwhile is handed over with the others", async () => {
  const hashedPan = randomHashedPan();
  const first = await createSealedPayment(api, { hashedPan });
  using escrow = holdEscrow();
  const registering = register(hashedPan);
  const rewrap = await escrow.next();

  const second = await promptly(createSealedPayment(api, { hashedPan }));
  const refund = await promptly(
    api.post(`/payments/gateway_one/${first}/refunds`, { body: refundBody() }),
  );
  assert.equal(refund.status, 201, JSON.stringify(refund.body));
  rewrap.answer();
  const rest = await escrow.next();
  assert.equal(rest.keys, 2);
  rest.answer();

  const { status, body } = await registering;
  assert.deepEqual([status, body.data.deliveredReceipts], [201, 3]);
  await assertOpens(body.data.userId, [first, second, refund.body.data.refundId]);
});

test("a key service that goes away meanwhile leaves nothing half done", async () => {
  const hashedPan = randomHashedPan();
  const first = await createSealedPayment(api, { hashedPan });
  using escrow = holdEscrow();
  const registering = register(hashedPan);
  const rewrap = await escrow.next();
  const second = await promptly(createSealedPayment(api, { hashedPan }));
  rewrap.answer();
  (await escrow.next()).fail();
  assertError(await registering, { status: 503, code: "service_unavailable" });
  const { rows } = await pool().query(
    "SELECT DISTINCT receipt_status AS status, cardholder_id AS holder FROM payment WHERE id = ANY ($1)",
    [[first, second]],
  );
  assert.deepEqual(rows, [{ status: "escrowed", holder: null }]);

  const again = register(hashedPan);
  (await escrow.next()).answer();
  const { status, body } = await again;
  assert.deepEqual([status, body.data.deliveredReceipts], [201, 2]);
});

test("a card that is paid with again and again is registered nevertheless", async () => {
  const hashedPan = randomHashedPan();
  const paying = [createSealedPayment(api, { hashedPan })];
  await Promise.all(paying);
  using escrow = holdEscrow();
  const state = { isRegistered: false };
  const registering = register(hashedPan).finally(() => {
    state.isRegistered = true;
  });
  for (;;) {
    await until(async () => state.isRegistered || escrow.waiting.length > 0);
    if (state.isRegistered) break;
    const rewrap = await escrow.next();
    const next = { hasEnded: false };
    paying.push(
      createSealedPayment(api, { hashedPan }).finally(() => {
        next.hasEnded = true;
      }),
    );
    // At the end the card is locked.
    await until(async () => next.hasEnded || (await countWaiting(pool())) > 0);
    rewrap.answer();
  }
  const { status, body } = await registering;
  assert.equal(status, 201, JSON.stringify(body));
  await assertOpens(body.data.userId, await Promise.all(paying));
});

test("a move to another escrow key holds up no result, and leaves alone what was handed over meanwhile", async () => {
  const hashedPan = randomHashedPan();
  const paymentId = await createSealedPayment(api, { hashedPan });
  const moving = randomHashedPan();
  const moved = await createSealedPayment(api, { hashedPan: moving });
  await service.restart(variables(`2:${keys.second},1:${keys.first}`));
  const getResult = await beginPaying(moving);
  using escrow = holdEscrow();
  const move = moveEscrow();
  const rewrap = await escrow.next();

  const [paid] = await Promise.all([getResult(), assertStrangersAreServed()]);
  assert.equal(paid.status, 201, JSON.stringify(paid.body));
  const registering = register(hashedPan);
  (await escrow.next()).answer();
  const { body } = await promptly(registering);
  rewrap.answer();
  assert.equal(await move, undefined);
  await assertOpens(body.data.userId, [paymentId]);

  const later = register(moving);
  (await escrow.next()).answer();
  const { body: last } = await later;
  await assertOpens(last.data.userId, [moved]);
});

test("a registration that began before a move hands over what was moved", async () => {
  const hashedPan = randomHashedPan();
  const paymentId = await createSealedPayment(api, { hashedPan });
  await service.restart(variables(`3:${keys.third},2:${keys.second}`));
  using escrow = holdEscrow();
  const registering = register(hashedPan);
  const rewrap = await escrow.next();
  const move = moveEscrow();
  (await escrow.next()).answer();
  await promptly(move);
  rewrap.answer();
  (await escrow.next()).answer();
  const { status, body } = await registering;
  assert.deepEqual([status, body.data.deliveredReceipts], [201, 1]);
  await assertOpens(body.data.userId, [paymentId]);
});
