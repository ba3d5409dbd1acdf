import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { openJobs } from "./open-jobs.ts";

setUpTestService();

test("jobs end that had not started yet, and give their connections back", async () => {
  const open = new AsyncDisposableStack();
  const opening = openJobs({ worker: true }, { open });
  await open.disposeAsync();
  await opening;
  assert.equal(pool().totalCount - pool().idleCount, 0);
});
