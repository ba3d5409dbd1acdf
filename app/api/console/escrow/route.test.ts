import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  paymentBody,
  randomHashedPan,
  registerCardholder,
} from "#lib/testing/api-client.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const service = setUpTestService();
const issuer = setUpMember({ role: "viewer", kind: "issuer" });
const call = createConsoleClient(service, issuer);

async function get(client = call) {
  const { status, body } = await client("GET", "/escrow");
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** A payment of a merchant for a card that nobody registered, `days` ago. */
async function wait(key: string, days: number, hashedPan = randomHashedPan()): Promise<void> {
  const { status, body } = await createApiClient(service, key).post(
    "/payments/gateway_one/create",
    {
      body: paymentBody({ recipientHashedPan: hashedPan }),
    },
  );
  assert.equal(status, 201);
  await pool().query("UPDATE payment SET escrowed_at = $2 WHERE id = $1", [
    body.data.paymentId,
    new Date(Date.now() - days * DAY_MS),
  ]);
}

const counts = (data: { buckets: { waiting: number }[] }) => data.buckets.map((b) => b.waiting);

test("200: nothing waits", async () => {
  assert.deepEqual(await get(), {
    waiting: 0,
    oldestAt: null,
    expiringWithin7Days: 0,
    escrowDays: 180,
    buckets: [
      { fromDays: 0, toDays: 1, waiting: 0 },
      { fromDays: 1, toDays: 7, waiting: 0 },
      { fromDays: 7, toDays: 30, waiting: 0 },
      { fromDays: 30, toDays: 90, waiting: 0 },
      { fromDays: 90, toDays: 180, waiting: 0 },
    ],
  });
});

test("200: what waits in the environment, by age, whoever was paid; the same for each issuer", async () => {
  const merchant = await createTestKey();
  const claimed = randomHashedPan();
  for (const days of [0, 0.9, 1.1, 6.9, 7.1, 89, 100, 172.9, 173.1, 179.9]) {
    await wait(merchant, days);
  }
  await wait(await createTestKey(), 3);
  await wait(merchant, 5, claimed);
  await wait(merchant, 180.1);
  await wait(await createTestKey({ environment: "staging" }), 2);
  const data = await get();
  assert.deepEqual(counts(data), [2, 4, 1, 1, 4]);
  assert.deepEqual([data.waiting, data.expiringWithin7Days], [12, 2]);
  const oldest = new Date(Date.now() - 179.9 * DAY_MS).toISOString().slice(0, 10);
  assert.equal(data.oldestAt, `${oldest}T00:00:00.000Z`, "the day, and not the moment");

  await registerCardholder(createApiClient(service, await createTestKey()), claimed);
  assert.deepEqual(counts(await get()), [2, 3, 1, 1, 4]);
  const platform = createConsoleClient(service, await createTestMember());
  assert.deepEqual(await get(platform), await get());
  const staging = await get(createConsoleClient(service, issuer, "staging"));
  assert.deepEqual(counts(staging), [0, 1, 0, 0, 0]);
});

test("200: the ages end where escrow ends in this deployment", async () => {
  await service.restart({ ESCROW_DAYS: "30" });
  const { escrowDays, buckets, waiting } = await get();
  assert.equal(escrowDays, 30);
  assert.deepEqual(
    buckets.map(({ fromDays, toDays }: { fromDays: number; toDays: number }) => [fromDays, toDays]),
    [
      [0, 1],
      [1, 7],
      [7, 30],
    ],
  );
  assert.equal(waiting, 6);
});
