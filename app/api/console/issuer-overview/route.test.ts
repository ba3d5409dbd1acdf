import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createId, firstIdAt } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const HOUR_MS = 60 * 60 * 1000;

const service = setUpTestService();
const member = setUpMember({ role: "viewer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });

async function get(range: string, client = call) {
  const { status, body } = await client("GET", `/issuer-overview?range=${range}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

async function pay(holder: TestCardholder, ago = 0): Promise<string> {
  const paymentId = await createSealedPayment(api, holder);
  if (ago === 0) return paymentId;
  const at = new Date(Date.now() - ago);
  await pool().query("UPDATE payment SET id = $2, created_at = $3 WHERE id = $1", [
    paymentId,
    firstIdAt("payment", at).slice(0, 16) + createId("payment").slice(16),
    at,
  ]);
  return paymentId;
}

async function open(holder: TestCardholder, paymentId: string): Promise<void> {
  const body = { paymentId, tokenId: await grant(api, holder) };
  assert.equal((await api.post("/payments/envelope", { body })).status, 200);
}

async function moveGrants(userId: string, ago: number): Promise<void> {
  await pool().query(
    `UPDATE access_token SET created_at = created_at - $2 * interval '1 ms',
            expires_at = expires_at - $2 * interval '1 ms'
     WHERE cardholder_id = $1`,
    [userId, ago],
  );
}

const none = { registered: 0, handedOver: 0, sealed: 0, grantsUsed: 0, grantsExpired: 0 };
const nothing = { ...none, opened: 0 };

test("200: no cardholders, no figures", async () => {
  const { totals, previous, buckets, cardholders } = await get("7d");
  assert.deepEqual([totals, previous, cardholders], [nothing, nothing, 0]);
  assert.deepEqual([...new Set(buckets.map((b: { sealed: number }) => b.sealed))], [0]);
});

test("200: what was handed over from escrow to the issuer's own cardholders, and nothing of the rest", async () => {
  const issuer = await createTestMember({ role: "viewer" });
  const key = await createTestKey({ organizationId: issuer.organizationId });
  const handedOver = randomHashedPan();
  for (const recipientHashedPan of [handedOver, handedOver, randomHashedPan()]) {
    const body = paymentBody({ recipientHashedPan });
    assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 201);
  }
  await registerCardholder(createApiClient(service, key), handedOver);
  const { totals } = await get("24h", createConsoleClient(service, issuer));
  assert.deepEqual(totals, { ...nothing, registered: 1, handedOver: 2, sealed: 2 });
});

test("200: credit notes and payments that wait are no sealed receipts, and a paid one is", async () => {
  const issuer = await createTestMember({ role: "viewer" });
  const platform = createApiClient(
    service,
    await createTestKey({ organizationId: issuer.organizationId }),
  );
  const { hashedPan: recipientHashedPan } = await registerCardholder(platform);
  const create = async (fields: object) => {
    const body = paymentBody({ recipientHashedPan, ...fields });
    const answer = await platform.post("/payments/gateway_one/create", { body });
    return answer.body.data?.paymentId;
  };
  const readSealed = async () =>
    (await get("24h", createConsoleClient(service, issuer))).totals.sealed;

  const waiting = await create({ paymentMethod: "sandbox_requires_confirmation" });
  await create({ paymentMethod: "sandbox_error" });
  await create({ paymentMethod: "pm_card_chargeDeclined" });
  assert.equal(await readSealed(), 0);

  const paid = await create({});
  const note = { refundReference: "return", receiptId: "credit", transactionId: "return" };
  const body = { ...note, transactionDate: "2026-11-22T10:00:00Z", merchantName: "Corner Bakery" };
  const path = `/payments/gateway_one/${paid}/refunds`;
  assert.equal((await platform.post(path, { body: { ...body, amount: 1 } })).status, 201);
  assert.equal(await readSealed(), 1);

  await platform.post(`/payments/gateway_one/${waiting}/sandbox-confirm`, {
    body: { outcome: "succeeded" },
  });
  assert.equal(await readSealed(), 2);
});

test("200: each figure in its bucket and period", async () => {
  const [holder, second] = [await registerCardholder(api), await registerCardholder(api)];
  const [first] = [await pay(holder), await pay(holder), await pay(second)];
  await pay(holder, HOUR_MS);
  await pay(holder, 25 * HOUR_MS);
  await open(holder, first);
  await open(holder, first);
  await grant(api, holder);
  await grant(api, second);
  await moveGrants(second.userId, HOUR_MS);
  const gone = await registerCardholder(api);
  await pay(gone);
  await grant(api, gone);
  assert.equal((await requestErasure(service, gone.userId, api.key)).status, 200);
  await api.post("/payments/gateway_one/create", { body: paymentBody() });

  const day = await get("24h");
  assert.equal(day.cardholders, 2);
  const expected = {
    registered: 2,
    handedOver: 0,
    sealed: 4,
    grantsUsed: 2,
    grantsExpired: 2,
    opened: 1,
  };
  assert.deepEqual(day.totals, expected);
  assert.deepEqual(day.previous, { ...nothing, sealed: 1 });
  const { at: _hourBefore, ...hourBefore } = day.buckets.at(-2);
  const { at: _now, ...now } = day.buckets.at(-1);
  assert.deepEqual(hourBefore, { ...none, sealed: 1, grantsExpired: 1 });
  assert.deepEqual(now, { ...none, registered: 2, sealed: 3, grantsUsed: 2, grantsExpired: 1 });

  const week = await get("7d");
  assert.deepEqual([week.totals.sealed, week.previous.sealed], [5, 0]);
  for (const { totals, buckets } of [day, week, await get("30d")]) {
    for (const figure of ["registered", "handedOver", "sealed", "grantsUsed", "grantsExpired"]) {
      const sum = buckets.reduce(
        (all: number, b: Record<string, number>) => all + (b[figure] ?? 0),
        0,
      );
      assert.equal(sum, totals[figure], figure);
    }
  }
});

describe("200: buckets", () => {
  const layouts: [string, number, number][] = [
    ["24h", 3600, 24],
    ["7d", 21_600, 28],
    ["30d", 86_400, 30],
  ];
  for (const [range, seconds, count] of layouts) {
    test(range, async () => {
      const { bucketSeconds, buckets, from, to } = await get(range);
      assert.deepEqual([bucketSeconds, buckets.length], [seconds, count]);
      const times = buckets.map(({ at }: { at: string }) => Date.parse(at));
      assert.equal(times[0], Date.parse(from));
      times.forEach((at: number, index: number) => {
        assert.equal(at, times[0] + index * seconds * 1000);
      });
      const last = Date.parse(to) - times.at(-1);
      assert.ok(last >= 0 && last < seconds * 1000);
    });
  }
});

test("200: nothing of another organization or environment", async () => {
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, member, "staging");
  for (const client of [stranger, staging]) {
    const { totals, cardholders } = await get("30d", client);
    assert.deepEqual([totals, cardholders], [nothing, 0]);
  }
});

test("400 for another range", async () => {
  assertError(await call("GET", "/issuer-overview?range=1y"), {
    status: 400,
    code: "invalid_request",
    details: /^range: must be 24h, 7d, 30d$/,
  });
});
