import assert from "node:assert/strict";
import { test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { listProcesses, sayAlive } from "./processes.ts";

setUpTestService();

test("the database knows which processes are alive, and the schema of each", async () => {
  await pool().query("UPDATE keyring_check SET seen_current = NULL");
  const [stopServer, stopWorker] = [await sayAlive("server"), await sayAlive("worker")];
  const alive = await listProcesses();
  assert.deepEqual(alive.map(({ program }) => program).sort(), ["server", "worker"]);
  for (const { migration } of alive) assert.match(migration, /^\d{14}_/);
  const { rows } = await pool().query(
    "SELECT purpose, version FROM keyring_check WHERE seen_current > now() - interval '1 minute'",
  );
  assert.deepEqual(rows, [{ purpose: "escrow", version: 1 }]);

  await stopWorker();
  assert.deepEqual(
    (await listProcesses()).map(({ program }) => program),
    ["server"],
  );
  // One that died without a word.
  await pool().query("UPDATE service_process SET seen_at = now() - interval '2 minutes'");
  assert.deepEqual(await listProcesses(), []);
  await stopServer();
});
