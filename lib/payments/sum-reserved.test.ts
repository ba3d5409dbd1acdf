import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";
import { firstIdAt } from "#lib/core/ids.ts";
import { pool } from "#lib/storage/database.ts";
import {
  randomHashedPan,
  refundBody,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { type Reservation, reserveKeys, sealFor } from "#lib/testing/seal-at-till.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { passTime } from "#lib/testing/wall-clock.ts";
import { selectSums } from "./store/sums.ts";
import { rebuildSums, sumHours } from "./sum-hours.ts";

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

const service = setUpTestService();
const api = setUpApi(service);
setUp(() => fillPayments({ organizationId: api.organizationId, count: 60, spanMs: 6 * HOUR_MS }));
afterEach(() => mock.timers.reset());

/** A reservation of hours ago, as a till without a network holds it. */
async function reserveBefore(ms: number, recipient: Record<string, string>): Promise<Reservation> {
  passTime(-ms);
  const [reservation] = await reserveKeys(api, recipient);
  mock.timers.reset();
  return reservation ?? assert.fail("prepare answers with a reservation");
}

async function pay(reservation: Reservation, recipientHashedPan: string, fields: object = {}) {
  const { body } = await sealFor(reservation, {
    recipient: { recipientHashedPan },
    fields: { ...fields },
  });
  const { status } = await api.post("/payments/gateway_one/create", { body });
  return status;
}

async function readSums() {
  const { rows } = await pool().query(
    `SELECT * FROM (
       SELECT organization_id, environment, hour, currency, gateway, status, receipt_status,
              sum(payments) AS payments, sum(approved) AS approved, sum(declined) AS declined,
              sum(sealed) AS sealed, sum(escrowed) AS escrowed, sum(opened) AS opened,
              sum(amount) AS amount, sum(held) AS held
       FROM payment_sum WHERE hour < (SELECT until FROM payment_sum_progress)
       GROUP BY 1, 2, 3, 4, 5, 6, 7) s
     WHERE (payments, approved, declined, sealed, escrowed, opened, amount, held) <> (0, 0, 0, 0, 0, 0, 0, 0)
     ORDER BY 1, 2, 3, 4, 5, 6, 7`,
  );
  return rows;
}

/** By the hour, as the overview shows them. */
async function readOverview(since: Date) {
  const [start, end] = [new Date(since.getTime() - 2 * HOUR_MS), new Date()];
  const rows = await selectSums(
    { organizationId: api.organizationId, environment: "development" },
    {
      ...{ start, end, bucketSeconds: HOUR_MS / 1000 },
      atOrAfter: firstIdAt("payment", start),
      before: firstIdAt("payment", end),
    },
  );
  const counts = rows.map(
    ({ at, currency, payments }) => `${at.toISOString()} ${currency} ${payments}`,
  );
  return counts.sort();
}

/** What has been counted by changes is what the payments are by now. */
async function assertCounted(step: string): Promise<void> {
  const counted = await readSums();
  await rebuildSums();
  assert.deepEqual(counted, await readSums(), step);
}

async function erase({ userId }: TestCardholder): Promise<void> {
  await api.call("DELETE /api/v1/users/{userId}", { params: { userId } });
}

test("a payment in an hour that was summed before it is counted once, all its life", async () => {
  const hashedPan = randomHashedPan();
  const reservation = await reserveBefore(3 * HOUR_MS, { recipientHashedPan: hashedPan });
  assert.equal(reservation.keyKind, "escrow");
  await sumHours();
  const before = await readSums();
  assert.ok(before.length > 3);

  const { paymentId } = reservation;
  assert.equal(await pay(reservation, hashedPan), 201);
  assert.notDeepEqual(await readSums(), before);
  await assertCounted("paid, and in escrow");
  const holder = await registerCardholder(api, hashedPan);
  await assertCounted("handed over");
  const refunded = await api.post(`/payments/gateway_one/${paymentId}/refunds`, {
    body: refundBody(),
  });
  assert.equal(refunded.status, 201);
  await assertCounted("refunded");
  await erase(holder);
  await assertCounted("erased");
  await pool().query("DELETE FROM payment WHERE id = $1 OR refund_of = $1", [paymentId]);
  await assertCounted("deleted");
  assert.deepEqual(await readSums(), before);
});

test("one that is declined, and one whose card was registered before it", async () => {
  const hashedPan = randomHashedPan();
  const recipient = { recipientHashedPan: hashedPan };
  const reserved = await reserveBefore(4 * HOUR_MS, recipient);
  const declined = await reserveBefore(2 * HOUR_MS, recipient);
  const holder = await registerCardholder(api, hashedPan);
  await sumHours();
  assert.equal(await pay(reserved, hashedPan), 201);
  await assertCounted("sealed to its cardholder");
  const paymentMethod = "pm_card_chargeDeclined";
  assert.equal(await pay(declined, hashedPan, { paymentMethod }), 402);
  await assertCounted("declined");
  await erase(holder);
  await assertCounted("erased");
});

test("one of the hour that is summed next is counted with that hour alone", async () => {
  const hashedPan = randomHashedPan();
  await rebuildSums();
  const { rows } = await pool().query("SELECT until FROM payment_sum_progress");
  // The last summed hour is put back, as before the job has come by.
  const until = new Date(rows[0].until.getTime() - HOUR_MS);
  await pool().query("DELETE FROM payment_sum WHERE hour >= $1", [until]);
  await pool().query("UPDATE payment_sum_progress SET until = $1", [until]);
  const ago = Date.now() - until.getTime() - 30 * MINUTE_MS;
  const reservation = await reserveBefore(ago, { recipientHashedPan: hashedPan });
  assert.equal(await pay(reservation, hashedPan), 201);
  const shown = await readOverview(until);
  await sumHours();
  await assertCounted("summed");
  // It was in its hour before that was summed, too.
  assert.deepEqual(await readOverview(until), shown);
});
