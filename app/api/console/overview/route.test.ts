import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createId, firstIdAt } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import { grant, paymentBody, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const HOUR_MS = 60 * 60 * 1000;

const service = setUpTestService();
const member = setUpMember({ role: "viewer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });

async function get(range: string, client = call) {
  const answer = await client("GET", `/overview?range=${range}`);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data;
}

/** Pays, and moves the payment back in time, id and all. */
async function pay(fields: Record<string, unknown>, ago = 0): Promise<void> {
  const body = paymentBody(fields);
  await api.post("/payments/gateway_one/create", { body });
  if (ago === 0) return;
  const at = new Date(Date.now() - ago);
  const id = firstIdAt("payment", at).slice(0, 16) + createId("payment").slice(16);
  await pool().query("UPDATE payment SET id = $2, created_at = $3 WHERE receipt_id = $1", [
    body.receiptId,
    id,
    at,
  ]);
}

const nothing = {
  payments: 0,
  approved: 0,
  declined: 0,
  pending: 0,
  approvalRate: null,
  sealed: 0,
  escrowed: 0,
  opened: 0,
  volume: [],
};

test("200: no payments, no figures", async () => {
  const { totals, previous, buckets } = await get("7d");
  assert.deepEqual([totals, previous], [nothing, nothing]);
  assert.deepEqual(
    [...new Set(buckets.map(({ payments }: { payments: number }) => payments))],
    [0],
  );
});

test("200: each payment in its bucket and period", async () => {
  const holder = await registerCardholder(api);
  const sealed = { recipientHashedPan: holder.hashedPan };
  await pay({ amount: 1000, ...sealed });
  await pay({ amount: 500, ...sealed }, HOUR_MS);
  await pay({ amount: 70, currency: "eur" });
  await pay({ amount: 9, paymentMethod: "pm_card_chargeDeclined" });
  await pay({ amount: 9, paymentMethod: "sandbox_requires_confirmation" });
  await pay({ amount: 40 }, 25 * HOUR_MS);
  await pay({ amount: 60, paymentMethod: "pm_card_chargeDeclined" }, 26 * HOUR_MS);
  await pay({ amount: 5 }, 20 * 24 * HOUR_MS);
  const { rows } = await pool().query(
    "SELECT id FROM payment WHERE cardholder_id = $1 AND amount = 1000",
    [holder.userId],
  );
  for (let opening = 0; opening < 2; opening += 1) {
    const tokenId = await grant(api, holder);
    const body = { paymentId: rows[0].id, tokenId };
    assert.equal((await api.post("/payments/envelope", { body })).status, 200);
  }

  const day = await get("24h");
  assert.deepEqual(day.totals, {
    payments: 5,
    approved: 3,
    declined: 1,
    pending: 1,
    approvalRate: 0.75,
    sealed: 2,
    escrowed: 2,
    opened: 1,
    volume: [
      { currency: "eur", amount: 70, count: 1 },
      { currency: "usd", amount: 1500, count: 2 },
    ],
  });
  assert.deepEqual(day.previous, {
    ...nothing,
    payments: 2,
    approved: 1,
    declined: 1,
    approvalRate: 0.5,
    escrowed: 1,
    volume: [{ currency: "usd", amount: 40, count: 1 }],
  });
  const hourBefore = day.buckets.at(-2);
  assert.deepEqual(
    [hourBefore.payments, hourBefore.volume],
    [1, [{ currency: "usd", amount: 500, count: 1 }]],
  );
  assert.equal(day.buckets.at(-1).payments, 4);

  const week = await get("7d");
  assert.deepEqual([week.totals.payments, week.previous.payments], [7, 0]);
  const month = await get("30d");
  assert.deepEqual([month.totals.payments, month.previous.payments], [8, 0]);
  assert.equal(month.buckets.at(-21).payments, 1);
  for (const { totals, buckets } of [day, week, month]) {
    const sum = buckets.reduce(
      (all: number, bucket: { payments: number }) => all + bucket.payments,
      0,
    );
    assert.equal(sum, totals.payments);
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
      const { bucketSeconds, buckets, from, to, ...rest } = await get(range);
      assert.deepEqual([rest.range, bucketSeconds, buckets.length], [range, seconds, count]);
      const times = buckets.map(({ at }: { at: string }) => Date.parse(at));
      assert.equal(times[0], Date.parse(from));
      times.forEach((at: number, index: number) => {
        assert.equal(at % (seconds * 1000), 0);
        assert.equal(at, times[0] + index * seconds * 1000);
      });
      const last = Date.parse(to) - times.at(-1);
      assert.ok(last >= 0 && last < seconds * 1000);
    });
  }

  test("24h where nothing is said", async () => {
    assert.equal((await call("GET", "/overview")).body.data.range, "24h");
  });
});

test("200: nothing of another organization or environment", async () => {
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, member, "staging");
  for (const client of [stranger, staging]) {
    assert.deepEqual((await get("30d", client)).totals, nothing);
  }
});

test("400 for another range, 401 without a session", async () => {
  assertError(await call("GET", "/overview?range=1y"), {
    status: 400,
    code: "invalid_request",
    details: /^range: must be 24h, 7d, 30d$/,
  });
  const answer = await call("GET", "/overview", { headers: { Cookie: "" } });
  assertError(answer, { status: 401, code: "unauthorized" });
});
