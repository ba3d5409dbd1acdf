import assert from "node:assert/strict";
import { test } from "node:test";
import { publishEvents } from "#lib/events/publish.ts";
import { rebuildSums, sumHours } from "#lib/payments/sum-hours.ts";
import { pool } from "#lib/storage/database.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";
import { seedDemo } from "#prisma/seed.ts";
import { keepHistory } from "./keep-history.ts";

setUpTestService({ DEMO: "1", DEMO_HISTORY_DAYS: "7" });

setUp(async () => {
  await seedDemo({ baseUrl: "http://localhost:3000" });
  // The job that sums may have come first.
  await sumHours();
  await keepHistory();
  while ((await publishEvents(describeEvents)) > 0);
});

const read = async (text: string) => (await pool().query(text)).rows;
const count = async (what: string): Promise<number> =>
  Number((await read(`SELECT count(*) AS count FROM ${what}`))[0]?.count);

test("payments of all kinds, in several currencies, and no work left over", async () => {
  const payments = await count("payment WHERE refund_of IS NULL");
  assert.ok(payments > 200, `${payments} payments`);
  assert.ok((await count("(SELECT DISTINCT currency FROM payment) c")) >= 3);
  const wanted = ["succeeded", "failed", "canceled"];
  const statuses = (await read("SELECT DISTINCT status FROM payment")).map((row) => row.status);
  assert.deepEqual(statuses.toSorted(), wanted.toSorted());
  assert.ok((await count("payment WHERE refund_of IS NOT NULL")) > 0);
  for (const table of ["pending_payment", "event_outbox", "payment WHERE created_at > now()"]) {
    assert.equal(await count(table), 0, table);
  }
});

test("every payment has its sealed receipt, its key, and its event", async () => {
  const broken = `payment WHERE
    (status = 'succeeded') <> (encrypted_key IS NOT NULL) OR
    (receipt_status = 'sealed') <> (cardholder_id IS NOT NULL AND delivered_at IS NOT NULL) OR
    settled_at < created_at OR settled_at > now() OR updated_at > now() OR delivered_at < created_at`;
  assert.equal(await count(broken), 0);
  assert.equal(
    await count("event WHERE type = 'payment.succeeded'"),
    await count("payment WHERE status = 'succeeded' AND refund_of IS NULL"),
  );
  assert.equal(await count("event WHERE created_at > now() - interval '1 minute'"), 0);
  const claims = "payment WHERE receipt_status = 'escrowed' AND refund_of IS NULL";
  assert.ok((await count("claim_code")) >= (await count(claims)));
});

test("events come in the order of their times", async () => {
  const disordered = `(SELECT created_at < lag(created_at) OVER (ORDER BY position) AS early
                       FROM event WHERE type LIKE 'payment.%') e WHERE early`;
  assert.equal(await count(disordered), 0);
});

test("what was refunded is the sum of the refunds", async () => {
  const wrong = `payment p WHERE refund_of IS NULL AND refunded_amount <> (
    SELECT coalesce(sum(r.amount), 0) FROM payment r WHERE r.refund_of = p.id AND r.status = 'succeeded')`;
  assert.equal(await count(wrong), 0);
});

test("each opening has its grant, after the receipt was delivered", async () => {
  assert.ok((await count("payment_event WHERE kind = 'opened'")) > 30);
  const without = `payment_event e WHERE kind = 'opened' AND NOT EXISTS (
    SELECT FROM access_token t JOIN payment p ON p.id = t.used_for
    WHERE t.used_for = e.payment_id AND t.used_at = e.at AND t.cardholder_id = p.cardholder_id
      AND t.created_at >= p.delivered_at AND t.used_at < t.expires_at)`;
  assert.equal(await count(without), 0);
});

test("the sums are those that a count of everything gives", async () => {
  await sumHours();
  // What comes after are changes of an hour that nobody has summed, and nobody reads before.
  const [progress] = await read("SELECT until FROM payment_sum_progress");
  const sums = `SELECT organization_id, environment, currency, sum(payments) AS payments, sum(amount) AS amount,
                       sum(opened) AS opened, sum(held) AS held, sum(grants_used) AS used
                FROM payment_sum WHERE hour < '${progress?.until.toISOString()}' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;
  const kept = await read(sums);
  await rebuildSums();
  assert.deepEqual(kept, await read(sums));
  assert.ok(kept.length >= 4);
});

test("another run within the hour adds nothing", async () => {
  const before = await count("payment");
  await keepHistory();
  assert.equal(await count("payment"), before);
});

test("what is old goes, unless somebody else has had to do with it", async () => {
  const [oldest, second] = await read(
    "SELECT id FROM payment WHERE refund_of IS NULL AND status = 'succeeded' ORDER BY id LIMIT 2",
  );
  await pool().query("UPDATE payment SET cancel_requested_at = now() WHERE id = $1", [oldest?.id]);
  // As if the window had moved on: all that is left of it is a day, twenty days later.
  const now = Date.now;
  Date.now = () => now() + 30 * 24 * 60 * 60 * 1000;
  try {
    await pool().query("UPDATE demo_organization SET history_until = now() + interval '30 days'");
    await keepHistory();
  } finally {
    Date.now = now;
  }
  assert.equal(await count(`payment WHERE id = '${oldest?.id}'`), 1);
  assert.equal(await count(`payment WHERE id = '${second?.id}'`), 0);
  assert.equal(await count(`access_token WHERE used_for = '${second?.id}'`), 0);
});
