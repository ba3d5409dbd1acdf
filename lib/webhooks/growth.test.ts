import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { publishEvents } from "#lib/events/publish.ts";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import { createAgent } from "#lib/outbound/agent.ts";
import { pool } from "#lib/storage/database.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { addEndpoint, appendToLog, readEndpoint } from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";
import { describeEvents } from "./describe-event.ts";
import { EndpointRun, type SenderContext } from "./endpoint-run.ts";
import { currentMoment, Lease } from "./lease.ts";
import { runEndpoint } from "./run-endpoint.ts";
import { ScanBudget } from "./scan-budget.ts";
import { Slots } from "./slots.ts";
import { leaseEndpoints } from "./store-claim.ts";

setUpTestService();
setUp(prepareJobQueue);
const stage = setUpWebhooks();

const STEP_MINUTES = 5;
const EVENTS_A_SECOND = 10;
const STEPS = runsLong ? (5 * 24 * 60) / STEP_MINUTES : 100;
/** Of each step, through the outbox; the others are in the log at once. */
const PUBLISHED = 20;

/** As if the time of a step had passed. */
async function passTime(endpointId: string): Promise<void> {
  const step = `interval '${STEP_MINUTES} minutes'`;
  await pool().query(
    `UPDATE webhook_endpoint
     SET paused_until = paused_until - ${step}, failing_since = failing_since - ${step} WHERE id = $1`,
    [endpointId],
  );
  await pool().query(
    `UPDATE webhook_delivery SET due_at = due_at - ${step} WHERE endpoint_id = $1 AND status = 'waiting'`,
    [endpointId],
  );
}

async function publishSome(organizationId: string, step: number): Promise<void> {
  await pool().query(
    `INSERT INTO event_outbox (types, organization_id, environment, occurrence, data)
     SELECT '{user.erased}', $1, 'development', $2 || ' ' || n, json_build_object('userId', 'usr_' || $2 || '_' || n)
     FROM generate_series(1, ${PUBLISHED}) AS n`,
    [organizationId, String(step)],
  );
  while ((await publishEvents(describeEvents)) > 0);
}

/** What one sender does while the endpoint is its own. */
async function sendOnce(endpointId: string, context: SenderContext): Promise<void> {
  const since = currentMoment();
  const [endpoint] = await leaseEndpoints([endpointId], context.holder);
  if (!endpoint) return;
  await runEndpoint(new EndpointRun(endpoint, new Lease(since), context), context);
}

test(`${STEPS * STEP_MINUTES} minutes of ${EVENTS_A_SECOND} events a second behind a dead endpoint leave few rows`, async (context) => {
  stage.receiver.behave("/dead", { status: 500, body: "x".repeat(4_000) });
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/dead` });
  const holder = createId("process");
  const agent = createAgent("any");
  const shared = { slots: new Slots(), scans: new ScanBudget() };
  const sender: SenderContext = { holder, ...shared, agent, state: "sending", answerMs: 15_000 };
  const count = STEP_MINUTES * 60 * EVENTS_A_SECOND - PUBLISHED;
  for (let step = 0; step < STEPS; step += 1) {
    await appendToLog(stage.tenant, { count });
    await publishSome(stage.tenant.organizationId, step);
    await sendOnce(endpoint.id, sender);
    await passTime(endpoint.id);
  }
  agent.close();

  const { rows } = await pool().query<Record<"deliveries" | "outbox" | "events" | "bytes", number>>(
    `SELECT (SELECT count(*) FROM webhook_delivery)::int AS deliveries,
            (SELECT count(*) FROM event_outbox)::int AS outbox,
            (SELECT count(*) FROM event)::int AS events,
            pg_total_relation_size('webhook_delivery')::float8 AS bytes`,
  );
  const [found] = rows;
  assert.ok(found);
  context.diagnostic(
    `${found.events} events: ${found.deliveries} deliveries, ${Math.round(found.bytes / 1024)} KB`,
  );
  assert.equal(found.events, STEPS * STEP_MINUTES * 60 * EVENTS_A_SECOND);
  assert.equal(found.outbox, 0);
  assert.ok(found.deliveries <= 40 + STEPS, `${found.deliveries} deliveries`);
  assert.ok(found.bytes < 100_000 + found.deliveries * 16_000, `${found.bytes} bytes`);
  const { disabledReason } = await readEndpoint(endpoint.id);
  assert.equal(disabledReason, runsLong ? "failing" : null);
});
