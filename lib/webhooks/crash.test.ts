import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { finishPendingPayments } from "#lib/payments/finish-pending.ts";
import { followSandbox } from "#lib/payments/follow-sandbox.ts";
import { compareArrivals, compareLog } from "#lib/testing/crash/event-books.ts";
import { type EventStage, isFailing, startEventStage } from "#lib/testing/crash/event-stage.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { until } from "#lib/testing/until.ts";
import type { Arrival } from "#lib/testing/webhook-receiver.ts";

const KILLS = runsLong ? 30 : 3;
/** Of a payment that nothing else is written beside; a result that does not wait for the disk is gone more often than not. */
const KILLS_OF_ONE = runsLong ? 10 : 2;
/** How many calls are answered from one kill to the next. */
const CALLS_BETWEEN = runsLong ? 40 : 12;

const stage: EventStage = setUp(startEventStage);

const victims = ["server", "worker", "postgres"] as const;

test("killed under load: each transition has one event, which is delivered, in order", async (context) => {
  const { load, receiver, subscribers } = stage;
  load.open();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const victim = victims[kill % victims.length] ?? "server";
    await progress(1 + randomInt(CALLS_BETWEEN));
    await stage[victim].kill();
    await stage[victim].start();
    assert.deepEqual(await findUndone(), [], `paid, and undone once ${victim} was killed`);
    await reviveOthers();
  }
  await progress(CALLS_BETWEEN);
  await load.close();
  await settle();

  const { events, transitions, violations } = await compareLog(stage.database);
  const failed = subscribers.flatMap(({ organizationId, path, secret }) => {
    const arrivals = receiver.at(path);
    const own = events.filter((event) => event.organizationId === organizationId);
    return [
      ...compareArrivals(own, arrivals, acceptedOf(arrivals)),
      ...arrivals.filter((one) => !isSigned(one, secret)).map(({ id }) => `${id} is not signed`),
    ];
  });
  const calls = subscribers.flatMap(({ path }) => receiver.at(path));
  const { paid, declined, refunded, registered, repeated } = load.counts;
  context.diagnostic(
    `measured: ${KILLS} kills (${restarts.count} more starts), ${paid} paid, ${declined} declined, ` +
      `${refunded} refunds, ${registered} registrations, ${repeated} calls repeated, ${transitions} transitions, ` +
      `${events.length} events, ${calls.length} webhooks (${calls.length - new Set(calls.map(({ id }) => id)).size} repeated), ` +
      `${violations.length + failed.length} violations`,
  );
  assert.deepEqual([...violations, ...failed], []);
  assert.ok(events.length > KILLS * 2);
});

test("PostgreSQL killed as soon as a payment is answered: it stays paid", async () => {
  for (let kill = 0; kill < KILLS_OF_ONE; kill += 1) {
    const { size } = stage.load.succeeded;
    await stage.load.payOnce();
    assert.equal(stage.load.succeeded.size, size + 1);
    await stage.postgres.kill();
    await stage.postgres.start();
    assert.deepEqual(await findUndone(), []);
    await reviveOthers();
  }
});

/** Of the payments that were answered as succeeded, those that are pending now, or not there. */
async function findUndone(): Promise<string[]> {
  const { rows } = await stage.database.query<{ id: string }>(
    `SELECT paid.id FROM unnest($1::text[]) AS paid (id) LEFT JOIN payment p USING (id)
     WHERE p.id IS NULL OR p.status = 'pending'`,
    [[...stage.load.succeeded]],
  );
  return rows.map(({ id }) => id);
}

function answered(): number {
  const { paid, declined, refunded, registered } = stage.load.counts;
  return paid + declined + refunded + registered;
}

/** Waits until that many more calls were answered. */
async function progress(calls: number): Promise<void> {
  const goal = answered() + calls;
  await until(async () => {
    stage.load.requireNoFailure();
    await reviveOthers();
    return answered() >= goal;
  });
}

const restarts = { count: 0 };

/** Starts what has ended because the database went away, which may take it a while. */
async function reviveOthers(): Promise<void> {
  const ended = [stage.server, stage.worker].filter((one) => !one.isRunning());
  for (const one of ended) await one.start();
  restarts.count += ended.length;
}

/** As if time passed until nothing is pending, everything was reported, and everything is delivered. */
async function settle(): Promise<void> {
  let left: Record<string, number> = {};
  try {
    await until(async () => {
      await reviveOthers();
      await passTime();
      await finishPendingPayments();
      await followSandbox();
      left = await countLeft();
      return Object.values(left).every((count) => count === 0);
    });
  } catch (cause) {
    const { rows } = await stage.database.query(
      `SELECT p.id, p.refund_of, p.gateway, p.status, p.gateway_attempts AS attempts, q.checks,
              q.next_check_at AS next, p.claimed_until AS claimed, p.created_at AS created, now()
       FROM pending_payment q JOIN payment p ON p.id = q.payment_id LIMIT 5`,
    );
    throw new Error(`not settled: ${JSON.stringify({ left, rows })}`, { cause });
  }
}

async function passTime(): Promise<void> {
  const { rows } = await stage.database.query(
    "SELECT payment_id AS id FROM pending_payment WHERE payment_id LIKE 'ref_%'",
  );
  for (const { id } of rows) stage.square.setRefund(id, { status: "COMPLETED" });
  for (const statement of [
    "UPDATE payment SET claimed_until = now() - interval '1 second' WHERE claimed_until > now()",
    `UPDATE pending_payment SET next_check_at = now() - interval '1 second'`,
    "UPDATE payment SET created_at = created_at - interval '1 minute' WHERE refund_of IS NOT NULL AND status = 'pending'",
    "UPDATE sandbox_payment SET created_at = created_at - interval '1 minute'",
    "UPDATE sandbox_notice SET due_at = due_at - interval '1 minute'",
    "UPDATE webhook_delivery SET due_at = now() WHERE status = 'waiting'",
    "UPDATE webhook_endpoint SET paused_until = NULL WHERE paused_until IS NOT NULL",
  ]) {
    await stage.database.query(statement);
  }
}

/** What is not finished, not published, or not delivered yet. */
async function countLeft(): Promise<Record<string, number>> {
  const { rows } = await stage.database.query(
    `SELECT (SELECT count(*) FROM pending_payment)::int AS pending,
            (SELECT count(*) FROM sandbox_notice)::int AS notices,
            (SELECT count(*) FROM event_outbox)::int AS unpublished,
            (SELECT count(*) FROM webhook_delivery WHERE status <> 'delivered')::int AS undelivered,
            (SELECT count(*) FROM event e JOIN webhook_endpoint w USING (organization_id, environment)
             WHERE NOT EXISTS (SELECT FROM webhook_delivery d
                               WHERE d.endpoint_id = w.id AND d.event_id = e.id))::int AS unsent`,
  );
  return rows[0];
}

function acceptedOf(arrivals: readonly Arrival[]): Set<string> {
  return new Set(arrivals.flatMap(({ id }, number) => (isFailing(number) ? [] : [id])));
}

function isSigned({ headers, body }: Arrival, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}
