import assert from "node:assert/strict";
import { test } from "node:test";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { appendToLog, createLogTenant } from "#lib/testing/webhook-log.ts";
import { readLog } from "./log.ts";

setUpTestService();

test("a page has the events of its types, and how far it has read", async () => {
  const tenant = await createLogTenant();
  await appendToLog(tenant, { count: 5 });
  const wanted = await appendToLog(tenant, { count: 2, type: "refund.failed" });
  await appendToLog(tenant, { count: 5 });
  const all = await readLog(tenant, { after: 0, limit: 100 });
  assert.deepEqual([all.events.length, all.scanned], [12, 12]);
  const begin = (all.events[0]?.position ?? 0) - 1;
  assert.equal(all.scannedTo, begin + 12);

  const page = { limit: 6, types: ["refund.failed"] as const };
  const first = await readLog(tenant, { ...page, after: begin });
  assert.deepEqual(
    first.events.map(({ id }) => id),
    wanted.slice(0, 1),
  );
  assert.deepEqual([first.scanned, first.scannedTo], [6, begin + 6]);
  const second = await readLog(tenant, { ...page, after: first.scannedTo });
  assert.deepEqual(
    second.events.map(({ id, data }) => [id, data.number]),
    [[wanted[1], 2]],
  );
  const none = await readLog(tenant, { ...page, after: begin + 7 });
  assert.deepEqual(none, { events: [], scanned: 5, scannedTo: begin + 12 });
  const end = await readLog(tenant, { ...page, after: begin + 12 });
  assert.deepEqual(end, { events: [], scanned: 0, scannedTo: begin + 12 });
});
