import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import { createAgent } from "#lib/outbound/agent.ts";
import { pool } from "#lib/storage/database.ts";
import { readLetters } from "#lib/testing/read-letters.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import {
  addEndpoint,
  appendToLog,
  readDeliveries,
  readEndpoint,
} from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";
import { EndpointRun, type SenderContext } from "./endpoint-run.ts";
import { currentMoment, Lease } from "./lease.ts";
import { runEndpoint } from "./run-endpoint.ts";
import { ScanBudget } from "./scan-budget.ts";
import { Slots } from "./slots.ts";
import { leaseEndpoints } from "./store-claim.ts";

const service = setUpTestService();
setUp(prepareJobQueue);
const stage = setUpWebhooks();

test("a statement that fails gives up nothing that is on its way", async () => {
  stage.receiver.behave("/failing", "hang");
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/failing` });
  await appendToLog(stage.tenant, { count: 3 });
  stage.send();
  await until(async () => stage.receiver.open() === 3);
  await asOwner(service.databaseUrl, "REVOKE SELECT ON webhook_delivery FROM sealslip");
  await until(async () => service.logLines.some((line) => line.includes(endpoint.id)));
  await asOwner(service.databaseUrl, "GRANT SELECT ON webhook_delivery TO sealslip");
  stage.receiver.release();
  await until(async () => stage.receiver.open() === 0);
  await until(async () => (await readDeliveries(endpoint.id)).length === 3);
  assert.equal(stage.receiver.at("/failing").length, 3);
});

test("a letter that cannot be queued gives up nothing that is on its way", async () => {
  stage.receiver.behave("/letter", (number) => (number === 0 ? 500 : "hang"));
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/letter` });
  await pool().query(
    "UPDATE webhook_endpoint SET failing_since = now() - interval '5 days' WHERE id = $1",
    [endpoint.id],
  );
  await appendToLog(stage.tenant, { count: 8 });
  await asOwner(service.databaseUrl, "REVOKE INSERT ON mail FROM sealslip");
  stage.send();
  await until(async () => service.logLines.some((line) => line.includes(endpoint.id)));
  await asOwner(service.databaseUrl, "GRANT INSERT ON mail TO sealslip");
  await until(async () => stage.receiver.at("/letter").length >= 8);
  stage.receiver.behave("/letter", 204);
  stage.receiver.release();
  await until(async () => (await readDeliveries(endpoint.id)).length === 8);
  const others = stage.receiver.at("/letter").slice(1, 8);
  const ids = new Set(others.map(({ id }) => id));
  assert.equal(stage.receiver.at("/letter").filter(({ id }) => ids.has(id)).length, 7);
});

test("410 at the very end of a sender disables all the same", async () => {
  stage.receiver.behave("/end", 410);
  const { id } = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/end` });
  const [eventId = ""] = await appendToLog(stage.tenant, { count: 1 });
  const holder = createId("process");
  const agent = createAgent("any");
  const shared = { slots: new Slots(), scans: new ScanBudget() };
  const context: SenderContext = { holder, ...shared, agent, state: "sending", answerMs: 15_000 };
  const since = currentMoment();
  const [endpoint] = await leaseEndpoints([id], holder);
  assert.ok(endpoint);
  const run = new EndpointRun(endpoint, new Lease(since), context);
  const answered = { at: new Date(), durationMs: 5, statusCode: 410, error: null, answer: "" };
  const type = "payment.succeeded";
  run.results.push({ kind: "first", eventId, type, attempts: 0, attempt: answered });
  context.state = "givingUp";
  await runEndpoint(run, context);
  agent.close();

  const { disabledReason, leasedBy } = await readEndpoint(id);
  assert.deepEqual([disabledReason, leasedBy], ["gone", null]);
  assert.equal((await readLetters(stage.tenant.owner)).length, 1);
});
