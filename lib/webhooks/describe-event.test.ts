import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pruneEvents } from "#lib/events/prune.ts";
import { type Describe, publishEvents } from "#lib/events/publish.ts";
import { countRejected, publishRejected } from "#lib/events/publish-rejected.ts";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, registerCardholder, setUpApi } from "#lib/testing/api-client.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { describeEvents } from "./describe-event.ts";
import { readWebhookStatus } from "./status.ts";

const service = setUpTestService();
const api = setUpApi(service);

const publish = async () => {
  while ((await publishEvents(describeEvents)) > 0);
};

async function sell({ hashedPan }: { hashedPan: string }): Promise<string> {
  const body = paymentBody({ recipientHashedPan: hashedPan });
  return (await api.post("/payments/gateway_one/create", { body })).body.data.paymentId;
}

/** As the next version would leave the row of a payment: another type, or another value of a column. */
async function leaveAsNewer(paymentId: string, change: string): Promise<void> {
  const { rowCount } = await pool().query(
    `UPDATE event_outbox SET ${change} WHERE payment_id = $1`,
    [paymentId],
  );
  assert.equal(rowCount, 1);
}

const newerType = "types = types || '{payment.settled}'";
const newerValue = "delivered_by = 'nfc'";

/** What the next version does with such rows. */
const describeAsNewer: Describe = async (rows, transaction, reject) => {
  const known = rows.map((row) => ({
    ...row,
    types: row.types.filter((type) => !type.endsWith("settled")),
    deliveredBy: "card" as const,
  }));
  return await describeEvents(known, transaction, reject);
};

const typesOf = async (paymentId: string) => {
  const { rows } = await pool().query(
    "SELECT type FROM event WHERE subject = $1 ORDER BY position",
    [paymentId],
  );
  return rows.map(({ type }) => type);
};

setUp(() => asOwner(service.databaseUrl, "ALTER TYPE delivery_path ADD VALUE 'nfc'"));

beforeEach(async () => {
  await pool().query("DELETE FROM event_outbox");
});

test("what newer code has recorded waits for it, and keeps nothing else waiting", async () => {
  const holder = await registerCardholder(api);
  const [type, value, last] = [await sell(holder), await sell(holder), await sell(holder)];
  await leaveAsNewer(type, newerType);
  await leaveAsNewer(value, newerValue);
  for (let turn = 0; turn < 3; turn += 1) await publish();
  const both = ["payment.succeeded", "receipt.delivered"];
  assert.deepEqual(
    [await typesOf(type), await typesOf(value), await typesOf(last)],
    [both, ["payment.succeeded"], both],
  );
  assert.equal((await readWebhookStatus()).unpublishedSeconds, null);

  await publishRejected(describeEvents);
  assert.equal(await countRejected(), 2);
  await publishRejected(describeAsNewer);
  assert.equal(await countRejected(), 0);
  assert.deepEqual([await typesOf(type), await typesOf(value)], [both, both]);
});

test("an erasure reaches what waits for newer code, and it waits for 30 days", async () => {
  const holder = await registerCardholder(api);
  const paymentId = await sell(holder);
  await leaveAsNewer(paymentId, newerType);
  await publish();
  assert.equal((await requestErasure(service, holder.userId, api.key)).status, 200);
  const { rows } = await pool().query(
    "SELECT FROM event_outbox WHERE event_outbox::text LIKE '%' || $1 || '%'",
    [holder.keyId],
  );
  assert.deepEqual(rows, []);

  const age = async (days: number) => {
    await leaveAsNewer(paymentId, `at = now() - interval '${days} days'`);
    await pruneEvents();
    return await countRejected();
  };
  assert.deepEqual([await age(29), await age(31)], [1, 0]);
});
