import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createApiClient } from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { createKillableServer, type KillableServer } from "#lib/testing/crash/killable-server.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

// So that a key that is refused again and again is never refused for its rate instead.
const env = { RATE_LIMITS: '{"perAddress":1000000}' };

/** A process of its own on the same database. */
let other: KillableServer;
after(() => other.end());
const service = setUpTestService(env);
const developer = setUpMember();
const call = createConsoleClient(service, developer);
setUp(async () => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
  const silent = { WORKER: "0", LOG_LEVEL: "error" };
  other = await createKillableServer({ ...env, ...silent, DATABASE_URL, DATA_DIR });
  await other.start();
});

async function createKey(): Promise<{ id: string; secret: string }> {
  const { apiKey, secret } = await callerFor(service, developer)("POST /api/console/api-keys", {
    body: { name: "Till", scopes: ["receipts:read"] },
  });
  return { id: apiKey.id, secret };
}

const knock = (secret: string, at: { url: string } = service) =>
  createApiClient(at, secret).get("/receipts/usr_1");

test("200: the very next call with a revoked key is 401, on every server", async () => {
  const { id, secret } = await createKey();
  assert.equal((await knock(secret)).status, 404);
  // By now the other process has the key in its cache.
  assert.equal((await knock(secret, other)).status, 404);

  const revoked = await call("DELETE", `/api-keys/${id}`);
  const [here, there] = await Promise.all([knock(secret), knock(secret, other)]);
  assertError(here, { status: 401, code: "unauthorized" });
  assertError(there, { status: 401, code: "unauthorized" });
  assert.equal(revoked.status, 200, JSON.stringify(revoked.body));
  assert.equal(revoked.body.data.status, "revoked");
  assert.ok(revoked.body.data.revokedAt);

  const again = await call("DELETE", `/api-keys/${id}`);
  assert.deepEqual([again.status, again.body], [200, revoked.body]);
});

test("a revocation holds even while the key is in use without a pause", async () => {
  const { id, secret } = await createKey();
  const over = new AbortController();
  const hammer = async (at: { url: string }) => {
    while (!over.signal.aborted) await knock(secret, at);
  };
  const hammers = [hammer(service), hammer(other), hammer(other)];
  await knock(secret, other);
  await call("DELETE", `/api-keys/${id}`);
  const after = await Promise.all([knock(secret), knock(secret, other)]);
  over.abort();
  await Promise.all(hammers);
  assert.deepEqual(
    after.map(({ status }) => status),
    [401, 401],
  );
});

test("404: a key of another organization or environment, like one that never existed", async () => {
  const { id, secret } = await createKey();
  const unknown = await call("DELETE", "/api-keys/ak_unknown");
  assertError(unknown, { status: 404, code: "not_found" });
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, developer, "staging");
  for (const theirs of [stranger, staging]) {
    assertSameError(await theirs("DELETE", `/api-keys/${id}`), unknown);
  }
  assert.equal((await knock(secret)).status, 404);
});
