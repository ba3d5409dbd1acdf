import assert from "node:assert/strict";
import { test } from "node:test";
import { createId } from "#lib/core/ids.ts";
import { createAgent } from "#lib/outbound/agent.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";
import {
  addEndpoint,
  appendToLog,
  createLogTenant,
  type LogTenant,
  readDeliveries,
  readEndpoint,
} from "#lib/testing/webhook-log.ts";
import { setUpWebhooks } from "#lib/testing/webhook-stage.ts";
import { EndpointRun, type SenderContext } from "./endpoint-run.ts";
import { currentMoment, Lease } from "./lease.ts";
import { readAhead } from "./read-ahead.ts";
import { SCANNED_A_SECOND, ScanBudget } from "./scan-budget.ts";
import { Slots } from "./slots.ts";
import { leaseEndpoints } from "./store-claim.ts";

setUpTestService();
const stage = setUpWebhooks();

test("an organization reads no more in vain in a second than it may, and another one reads on", async () => {
  const clock = { now: 0 };
  const scans = new ScanBudget(() => clock.now);
  const begin = async (tenant: LogTenant) => {
    const types = ["dispute.opened"];
    const { id } = await addEndpoint(tenant, { url: stage.receiver.url, types });
    await appendToLog(tenant, { count: SCANNED_A_SECOND + 10_000 });
    const agent = createAgent("any");
    agent.close();
    const holder = createId("process");
    const context: SenderContext = {
      holder,
      slots: new Slots(),
      scans,
      agent,
      state: "sending",
      answerMs: 15_000,
    };
    const since = currentMoment();
    const [endpoint] = await leaseEndpoints([id], holder);
    assert.ok(endpoint);
    return new EndpointRun(endpoint, new Lease(since), context);
  };
  const readOn = async (run: EndpointRun) => {
    for (;;) {
      const ahead = await readAhead(run, scans);
      if (ahead !== "more") return ahead;
    }
  };

  const run = await begin(stage.tenant);
  assert.equal(await readOn(run), "later");
  const read = run.queue.firsts.readTo - run.endpoint.position;
  assert.ok(read >= SCANNED_A_SECOND && read <= SCANNED_A_SECOND + 1_024, `${read} were read`);
  assert.equal(await readAhead(run, scans), "later");
  assert.equal(run.queue.firsts.readTo - run.endpoint.position, read);

  const other = await begin(await createLogTenant());
  assert.equal(await readOn(other), "later");
  clock.now += 1_000;
  assert.equal(await readOn(run), "nothing");
  assert.equal(run.queue.firsts.isAtEnd, true);
});

test("behind a request that hangs, no more than a thousand others are sent before it has ended", async () => {
  stage.receiver.behave("/head", (number) => (number === 0 ? "hang" : 204));
  const endpoint = await addEndpoint(stage.tenant, { url: `${stage.receiver.url}/head` });
  await appendToLog(stage.tenant, { count: 1_500 });
  stage.send();
  await until(async () => (await readDeliveries(endpoint.id)).length >= 999);
  const { leasedUntil } = await readEndpoint(endpoint.id);
  await until(async () => {
    const now = await readEndpoint(endpoint.id);
    return Number(now.leasedUntil) > Number(leasedUntil) + 2_000;
  });
  const sent = stage.receiver.at("/head").length;
  assert.ok(sent <= 1_100, `${sent} were sent`);
  stage.receiver.release();
  await until(async () => (await readDeliveries(endpoint.id)).length === 1_500);
});
