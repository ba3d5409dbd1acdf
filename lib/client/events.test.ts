import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";
import { appendToLog } from "#lib/testing/webhook-log.ts";
import { createClient } from "./create-client.ts";

const service = setUpTestService();

test("a page of events says how far it was read, whatever the filter left", async () => {
  const organizationId = await createTestOrganization();
  const append = (count: number, type: string) =>
    appendToLog({ organizationId, environment: "development" }, { count, type });
  const apiKey = await createTestKey({ organizationId });
  const client = createClient({ baseUrl: service.url, apiKey });
  const type = "refund.failed";
  const lastCursorOf = async (after?: string) => {
    let last = after;
    for await (const page of client.events.list({ type, ...(after && { after }) }).pages()) {
      last = page.lastCursor ?? last;
    }
    return last;
  };
  assert.equal(await lastCursorOf(), undefined);

  await append(3, "payment.succeeded");
  const after = await lastCursorOf();
  assert.ok(after, "all three were read, and none is of the type");
  const found = await append(1, type);
  const ids: string[] = [];
  for await (const { eventId } of client.events.list({ type, after })) ids.push(eventId);
  assert.deepEqual(ids, found);
});
