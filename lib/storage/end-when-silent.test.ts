import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Pool } from "pg";
import { pool } from "#lib/storage/database.ts";
import { standStill } from "#lib/testing/stand-still.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { startVanishingHost } from "#lib/testing/vanishing-host.ts";
import { endWhenSilent } from "./end-when-silent.ts";
import { isDatabaseAway } from "./failures.ts";

const service = setUpTestService();
const SILENT_MS = 500;
const whoAnswers = "SELECT pg_backend_pid() AS pid";

test("a statement to a host that has vanished fails, and the next one reaches the host in its place", async () => {
  await using host = await startVanishingHost(service.databaseUrl);
  const far = new Pool({ connectionString: host.url, max: 1 });
  far.on("error", () => undefined);
  const sockets: Socket[] = [];
  far.on("connect", (client) => {
    endWhenSilent(client, SILENT_MS);
    sockets.push(client.connection.stream as Socket);
  });
  const first = await far.query(whoAnswers);
  // A connection that is idle is kept, and watched on.
  for (const socket of sockets) await once(socket, "timeout");
  await setImmediate();
  assert.deepEqual((await far.query(whoAnswers)).rows, first.rows);

  host.vanish();
  await assert.rejects(far.query("SELECT 1"), isDatabaseAway);
  assert.notDeepEqual((await far.query(whoAnswers)).rows, first.rows);
  await far.end();
});

test("an answer that came while the process stood still is read", async () => {
  const watched = new Pool({ connectionString: service.databaseUrl, max: 1 });
  watched.on("connect", (client) => endWhenSilent(client, SILENT_MS));
  await watched.query("SELECT 1");
  const answer = watched.query("SELECT 2 AS it");
  await setImmediate();
  standStill(3 * SILENT_MS);
  assert.deepEqual((await answer).rows, [{ it: 2 }]);
  await watched.end();
});

test("the connections of the pool are watched, for longer than a statement may take", async () => {
  const client = await pool().connect();
  const { timeout = 0 } = client.connection.stream as Socket;
  const { rows } = await client.query(
    "SELECT extract(epoch FROM current_setting('statement_timeout')::interval)::int AS it",
  );
  client.release();
  assert.ok(timeout > rows[0].it * 1_000, `${timeout} ms, ${rows[0].it} s`);
});
