import assert from "node:assert/strict";
import { test } from "node:test";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { pool } from "#lib/storage/database.ts";
import {
  paymentBody,
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
} from "#lib/testing/api-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService();
const api = setUpApi(service);

type Listed = { paymentId: string; createdAt: string; deliveredAt: string };

async function list(userId: string, query: Record<string, string> = {}): Promise<Listed[]> {
  const answer = await api.get(`/receipts/${userId}?${new URLSearchParams(query)}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data.receipts;
}

const idsOf = (receipts: Listed[]) => receipts.map(({ paymentId }) => paymentId);

async function pay(fields: Record<string, unknown>): Promise<string> {
  const body = paymentBody(fields);
  return (await api.post("/payments/gateway_one/create", { body })).body.data.paymentId;
}

/** The time of a poll: later than all that was done before it, and not after what is done next. */
async function poll(): Promise<string> {
  const readClock = async () => {
    const { rows } = await pool().query<{ now: Date }>("SELECT clock_timestamp() AS now");
    return rows[0]?.now ?? assert.fail();
  };
  const start = await readClock();
  await until(async () => (await readClock()).getTime() > start.getTime() + 1);
  return new Date(start.getTime() + 2).toISOString();
}

const confirm = (paymentId: string) =>
  api.post(`/payments/gateway_one/${paymentId}/sandbox-confirm`, {
    body: { outcome: "succeeded" },
  });

test("what is confirmed after a poll is found by deliveredFrom, and not by from", async () => {
  const { userId, hashedPan } = await registerCardholder(api);
  const known = await pay({ recipientHashedPan: hashedPan });
  const late = await pay({
    recipientHashedPan: hashedPan,
    paymentMethod: "sandbox_requires_confirmation",
  });
  assert.deepEqual(idsOf(await list(userId)), [known]);
  const polledAt = await poll();
  await confirm(late);

  assert.deepEqual(idsOf(await list(userId, { from: polledAt })), []);
  const [found, ...others] = await list(userId, { deliveredFrom: polledAt });
  assert.deepEqual(others, []);
  assert.equal(found?.paymentId, late);
  assert.ok(found.createdAt < polledAt && polledAt <= found.deliveredAt);
  assert.deepEqual(idsOf(await list(userId)), [late, known]);
});

test("what waited in escrow is delivered by the registration, or once it is paid after that", async () => {
  const hashedPan = randomHashedPan();
  const paid = await pay({ recipientHashedPan: hashedPan });
  const late = await pay({
    recipientHashedPan: hashedPan,
    paymentMethod: "sandbox_requires_confirmation",
  });
  const polledAt = await poll();
  const { publicKey } = await generateKeyPair();
  const registration = { hashedPan, publicKey, keyId: `key-${paid}` };
  const { userId } = (await api.post("/onboarding/register", { body: registration })).body.data;
  assert.deepEqual(idsOf(await list(userId, { deliveredFrom: polledAt })), [paid]);

  const registeredAt = await poll();
  await confirm(late);
  assert.deepEqual(idsOf(await list(userId, { deliveredFrom: registeredAt })), [late]);
  assert.deepEqual(idsOf(await list(userId, { deliveredFrom: polledAt })), [late, paid]);
});

test("a credit note is delivered with its refund, and the sale keeps its time", async () => {
  const { userId, hashedPan } = await registerCardholder(api);
  const paymentId = await pay({ recipientHashedPan: hashedPan });
  const [sale] = await list(userId);
  const polledAt = await poll();
  const body = refundBody({ amount: 50 });
  const answer = await api.post(`/payments/gateway_one/${paymentId}/refunds`, { body });
  const { refundId } = answer.body.data;
  assert.deepEqual(idsOf(await list(userId, { deliveredFrom: polledAt })), [refundId]);
  const [, after] = await list(userId);
  assert.equal(after?.deliveredAt, sale?.deliveredAt);
});

test("a receipt of code from before was delivered when its payment was settled", async () => {
  const { userId, hashedPan } = await registerCardholder(api);
  const paymentId = await pay({ recipientHashedPan: hashedPan });
  await pool().query(
    "UPDATE payment SET delivered_at = NULL, settled_at = '2026-11-01T00:00:00.5Z' WHERE id = $1",
    [paymentId],
  );
  const [receipt] = await list(userId);
  assert.equal(receipt?.deliveredAt, "2026-11-01T00:00:00.500Z");
  const query = { deliveredFrom: "2026-11-01T00:00:00.501Z" };
  assert.deepEqual(await list(userId, query), []);
});
