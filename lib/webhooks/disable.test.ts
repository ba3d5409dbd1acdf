import assert from "node:assert/strict";
import { test } from "node:test";
import { actOfService } from "#lib/audit/act.ts";
import { firstIdAt } from "#lib/core/ids.ts";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { readLetters } from "#lib/testing/read-letters.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import {
  addEndpoint,
  appendToLog,
  makeDue,
  readDeliveries,
  readEndpoint,
} from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";
import { disableWithLetters } from "./store-disable.ts";

const service = setUpTestService();
setUp(prepareJobQueue);
const stage = setUpWebhooks();

/** As if it had done nothing but fail since then. */
async function failSince(endpointId: string, interval: string): Promise<void> {
  await pool().query(
    "UPDATE webhook_endpoint SET failures = 40, failing_since = now() - $2::interval WHERE id = $1",
    [endpointId, interval],
  );
}

/** Failed attempts of one delivery, so many days ago each. */
async function addFailures(endpointId: string, daysAgo: readonly number[]): Promise<void> {
  const outcome = { durationMs: 7, statusCode: 500, error: null, answer: "", byHand: false };
  const times = daysAgo.map((days) => new Date(Date.now() - days * 86_400_000));
  const [createdAt = new Date()] = times;
  const id = firstIdAt("webhookDelivery", createdAt);
  const log = times.map((at) => ({ at, ...outcome }));
  const thing = { eventId: id, type: "payment.failed", status: "failed" as const };
  await prisma().webhookDelivery.create({
    data: { id, endpointId, ...thing, attempts: times.length, createdAt, log },
  });
}

async function addFailing(path: string, interval: string, daysAgo: readonly number[] = []) {
  stage.receiver.behave(path, 500);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}${path}` });
  await failSince(endpoint.id, interval);
  if (daysAgo.length > 0) await addFailures(endpoint.id, daysAgo);
  await appendToLog(stage.tenant, { count: 1 });
  return endpoint;
}

const letters = () => readLetters(stage.tenant.owner);

async function acts(endpointId: string) {
  return await prisma().auditEntry.findMany({
    where: { target: endpointId },
    select: { action: true, actorKind: true, actorId: true, environment: true, after: true },
  });
}

test("410 disables at once, and the owners learn why, without the path", async () => {
  stage.receiver.behave("/hook/token", 410);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/hook/token` });
  await pool().query("UPDATE webhook_endpoint SET description = $2 WHERE id = $1", [
    endpoint.id,
    "Cash desk, see evil.example",
  ]);
  await appendToLog(stage.tenant, { count: 40 });
  stage.send();
  await until(async () => (await readEndpoint(endpoint.id)).disabledReason === "gone");
  await until(async () => (await readEndpoint(endpoint.id)).leasedBy === null);
  assert.ok(stage.receiver.at("/hook/token").length <= 8);

  const [letter, ...others] = await letters();
  assert.deepEqual(others, []);
  assert.ok(letter);
  assert.match(letter.subject, /was disabled$/);
  assert.match(letter.paragraphs.join(" "), /410/);
  assert.deepEqual(new Map(letter.facts).get("Host"), new URL(stage.receiver.url).host);
  assert.deepEqual(new Map(letter.facts).get("Last answer"), "HTTP 410");
  const name = `Cash desk, see evil. example (${endpoint.id})`;
  assert.deepEqual(new Map(letter.facts).get("Endpoint"), name);
  assert.ok(letter.action?.url.endsWith(`/merchant/webhooks/${endpoint.id}`));
  assert.doesNotMatch(JSON.stringify(letter), /hook\/token/);
});

test("after a day of failures its owners are warned, once", async () => {
  const endpoint = await addFailing("/a-day", "25 hours");
  stage.send();
  await until(async () => (await readEndpoint(endpoint.id)).warnedAt !== null);
  await makeDue(endpoint.id);
  await until(async () => (await readDeliveries(endpoint.id))[0]?.attempts === 2);
  const all = await letters();
  assert.equal(all.length, 1);
  assert.match(all[0]?.subject ?? "", /is failing$/);
  assert.equal((await readEndpoint(endpoint.id)).disabledReason, null);
});

test("before that they are not", async () => {
  const endpoint = await addFailing("/hours", "23 hours");
  stage.send();
  await until(async () => (await readDeliveries(endpoint.id)).length === 1);
  await until(async () => (await readEndpoint(endpoint.id)).leasedBy === null);
  assert.equal((await readEndpoint(endpoint.id)).warnedAt, null);
  assert.deepEqual(await letters(), []);
});

test("after five days of failures it is disabled, with a letter", async () => {
  const endpoint = await addFailing("/days", "5 days", [4.5, 3.5, 2.5]);
  stage.send();
  await until(async () => (await readEndpoint(endpoint.id)).disabledReason === "failing");
  const [letter] = await letters();
  assert.match(letter?.subject ?? "", /was disabled$/);
  assert.match(letter?.paragraphs.join(" ") ?? "", /5 days/);
  const entry = { actorKind: "service", actorId: null, environment: "development" };
  const action = "webhook_endpoint.disabled";
  assert.deepEqual(await acts(endpoint.id), [
    { ...entry, action, after: { disabledReason: "failing" } },
  ]);
});

const silences: [string, number[]][] = [
  ["a failure before nine days of silence", []],
  ["a day of retries before days of silence", [4.9, 4.8, 4.7, 4.3, 3.9]],
  ["failures of last week", [8, 7, 6, 5.5]],
];
for (const [name, daysAgo] of silences) {
  test(`after ${name}, one more failure warns and does not disable`, async () => {
    const path = `/silent-${daysAgo.length}`;
    const endpoint = await addFailing(path, "9 days", daysAgo);
    stage.send();
    await until(async () => (await readEndpoint(endpoint.id)).warnedAt !== null);
    await makeDue(endpoint.id);
    await until(async () => stage.receiver.at(path).length === 2);
    await until(async () => (await readEndpoint(endpoint.id)).leasedBy === null);
    assert.equal((await readEndpoint(endpoint.id)).disabledReason, null);
    const all = await letters();
    assert.equal(all.length, 1);
    assert.match(all[0]?.subject ?? "", /is failing$/);
  });
}

test("without its letter, nothing is disabled", async () => {
  await asOwner(service.databaseUrl, "REVOKE INSERT ON mail FROM sealslip");
  const endpoint = await addFailing("/no-letter", "5 days", [4.5, 3.5, 2.5]);
  stage.send();
  await until(async () => service.logLines.some((line) => line.includes(endpoint.id)));
  assert.equal((await readEndpoint(endpoint.id)).disabledReason, null);
  assert.equal((await readDeliveries(endpoint.id)).length, 2);
  assert.deepEqual(await acts(endpoint.id), []);

  await asOwner(service.databaseUrl, "GRANT INSERT ON mail TO sealslip");
  await pool().query("UPDATE webhook_endpoint SET leased_until = now() WHERE id = $1", [
    endpoint.id,
  ]);
  await makeDue(endpoint.id);
  await until(async () => (await readEndpoint(endpoint.id)).disabledReason === "failing");
  assert.equal((await letters()).length, 1);
});

test("one that has answered well meanwhile is not disabled", async () => {
  const endpoint = await addEndpoint(stage.tenant, { url: stage.receiver.url });
  await pool().query("UPDATE webhook_endpoint SET leased_by = 'this' WHERE id = $1", [endpoint.id]);
  const { tenant } = stage;
  const act = actOfService(tenant, "webhook_endpoint.disabled", { target: endpoint.id });
  const leased = { id: endpoint.id, holder: "this" };
  assert.equal(await disableWithLetters(leased, { reason: "failing", act }, async () => {}), false);
  assert.equal((await readEndpoint(endpoint.id)).disabledReason, null);
  assert.deepEqual(await acts(endpoint.id), []);
});

test("a success ends five days of failures", async () => {
  stage.receiver.behave("/well", 200);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/well` });
  await failSince(endpoint.id, "6 days");
  await appendToLog(stage.tenant, { count: 1 });
  stage.send();
  await until(async () => (await readEndpoint(endpoint.id)).failures === 0);
  const { failingSince, disabledReason } = await readEndpoint(endpoint.id);
  assert.deepEqual([failingSince, disabledReason], [null, null]);
  assert.deepEqual(await letters(), []);
});

/** As if it had failed for six days, with what is in the log to be sent again. */
async function resendAfterDays(endpointId: string): Promise<void> {
  await pool().query(
    `UPDATE webhook_endpoint SET failing_since = now() - interval '6 days', failures = 3,
       resend_after = position, resend_since = now() - interval '1 day',
       resend_until = (SELECT position FROM event_log_end),
       position = (SELECT position FROM event_log_end)
     WHERE id = $1`,
    [endpointId],
  );
}

test("failures by hand count for nothing: neither 410 nor five days", async () => {
  stage.receiver.behave("/resent", 410);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/resent` });
  await appendToLog(stage.tenant, { count: 3 });
  await resendAfterDays(endpoint.id);
  stage.send();
  await until(async () => (await readEndpoint(endpoint.id)).resendAfter === null);
  const { failures, disabledReason } = await readEndpoint(endpoint.id);
  assert.deepEqual([failures, disabledReason], [3, null]);
  assert.deepEqual(await letters(), []);
});

test("a resend that succeeds ends five days of failures", async () => {
  stage.receiver.behave("/up-again", 204);
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/up-again` });
  await appendToLog(stage.tenant, { count: 3 });
  await resendAfterDays(endpoint.id);
  stage.send();
  await until(async () => (await readEndpoint(endpoint.id)).resendAfter === null);
  const { failures, failingSince } = await readEndpoint(endpoint.id);
  assert.deepEqual([failures, failingSince], [0, null]);
});
