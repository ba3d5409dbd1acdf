import assert from "node:assert/strict";
import { after, test } from "node:test";
import { assertError } from "#lib/testing/assert-error.ts";
import { createKillableServer, type KillableServer } from "#lib/testing/crash/killable-server.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService();
const server: KillableServer = setUp(() =>
  createKillableServer({
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: service.dataDir,
    LOG_LEVEL: "error",
    // Longer than the test: it is killed before.
    SHUTDOWN_NOTICE_SECONDS: "30",
  }),
);
after(() => server.kill());

async function get(path: string) {
  const response = await fetch(`${server.url}${path}`);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("a server that is to end says so before it closes its port, and serves until then", async () => {
  await server.start();
  assert.equal((await get("/api/ready")).status, 200);
  server.end().catch(() => undefined);
  await until(async () => (await get("/api/ready")).status !== 200);
  const answer = await get("/api/ready");
  assertError(answer, {
    status: 503,
    code: "service_unavailable",
    details: /^process: is ending$/,
  });
  assert.equal((await get("/api/health")).status, 200);
  assert.equal((await get("/api/v1/openapi.json")).status, 200);
});
