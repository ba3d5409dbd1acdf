import assert from "node:assert/strict";
import { test } from "node:test";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import {
  addEndpoint,
  appendToLog,
  createLogTenant,
  type LogTenant,
} from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";
import { MAX_IN_FLIGHT } from "./slots.ts";

setUpTestService();
const stage = setUpWebhooks();

/** Endpoints of a tenant that never answer, with events for each. Returns their paths. */
async function addHanging(tenant: LogTenant, count: number, name: string): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, number) => `/hanging/${name}/${number}`);
  for (const path of paths) {
    stage.receiver.behave(path, "hang");
    await addEndpoint(tenant, { url: stage.receiver.url + path });
  }
  await appendToLog(tenant, { count: 100 });
  return paths;
}

const hangs = () => stage.receiver.arrivals.filter(({ path }) => path.startsWith("/hanging"));

test("300 endpoints of one organization that hang: another's 500 events arrive, in order, before theirs have ended", async () => {
  await addHanging(stage.tenant, 300, "one");
  const other = await createLogTenant();
  await addEndpoint(other, { url: `${stage.receiver.url}/answers` });
  stage.send();
  await until(async () => stage.receiver.open() >= 30);
  const before = hangs().length;
  const ids = await appendToLog(other, { count: 500, perSubject: 500 });
  await until(async () => stage.receiver.at("/answers").length === 500);

  assert.deepEqual(
    stage.receiver.at("/answers").map(({ id }) => id),
    ids,
  );
  assert.ok(hangs().length - before < MAX_IN_FLIGHT, "before their requests have ended once");
});

test("16 organizations with 16 endpoints each that hang leave room for another one", async () => {
  for (let number = 0; number < 16; number += 1) {
    await addHanging(await createLogTenant(), 16, String(number));
  }
  await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/answers` });
  stage.send();
  await until(async () => hangs().length >= 150);
  const before = hangs().length;
  await appendToLog(stage.tenant, { count: 100 });
  await until(async () => stage.receiver.at("/answers").length === 100);
  assert.ok(hangs().length - before < MAX_IN_FLIGHT, "before their requests have ended once");
});

test("16 slow endpoints of one organization do not make another's requests sequential", async () => {
  const paths = await addHanging(stage.tenant, 16, "slow");
  stage.send();
  // Each answer lets an endpoint have one more at a time.
  await until(async () => {
    if (paths.every((path) => stage.receiver.at(path).length > 24)) return true;
    stage.receiver.release();
    return false;
  });
  await until(async () => stage.receiver.open() >= 30);
  const other = await createLogTenant();
  stage.receiver.behave("/other", "hang");
  await addEndpoint(other, { url: `${stage.receiver.url}/other` });
  await appendToLog(other, { count: 50 });
  await until(async () => stage.receiver.mostOpen("/other") === 8);
});

test("a freed place goes to the organizations that wait, in turn", async () => {
  await addHanging(stage.tenant, 40, "one");
  stage.send();
  await until(async () => stage.receiver.open() >= 30);
  const others = await Promise.all(Array.from({ length: 4 }, createLogTenant));
  for (const [number, other] of others.entries()) await addHanging(other, 8, `other-${number}`);
  const openOf = (name: string) =>
    hangs().filter(({ path }) => path.startsWith(`/hanging/${name}/`)).length;
  await until(async () => others.every((_, number) => openOf(`other-${number}`) >= 8));
  const before = hangs().length;
  stage.receiver.release();
  await until(async () => hangs().length >= before + 100);
  const next = hangs().slice(before, before + 100);
  const share = next.filter(({ path }) => path.startsWith("/hanging/one/")).length;
  assert.ok(share <= 50, `the first organization took ${share} of 100`);
});
