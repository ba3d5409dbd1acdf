import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { connectStandIns } from "#lib/testing/merchant.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { loadProviders } from "./load-providers.ts";

setUpTestService();

test("only what somebody has connected is loaded, once, and nothing on a new installation", async () => {
  assert.deepEqual(await loadProviders(), []);
  for (let count = 0; count < 2; count += 1) await connectStandIns(await createTestOrganization());
  assert.deepEqual(await loadProviders(), ["square", "stripe"]);
  await pool().query("UPDATE gateway_connection SET removed_at = now() WHERE provider = 'square'");
  assert.deepEqual(await loadProviders(), ["stripe"]);
});
