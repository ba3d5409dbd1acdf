import assert from "node:assert/strict";
import { after, test } from "node:test";
import { approveOrganization, suspendOrganization } from "#lib/organizations/operate.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { createKillableServer, type KillableServer } from "#lib/testing/crash/killable-server.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

/** A process of its own on the same database. */
let other: KillableServer;
after(() => other.end());
const service = setUpTestService();
setUp(async () => {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
  // Who keeps calling with a session that has ended soon reaches the limit of an address.
  const RATE_LIMITS = JSON.stringify({ perAddress: 1_000_000 });
  const env = { WORKER: "0", LOG_LEVEL: "error", RATE_LIMITS, DATABASE_URL, DATA_DIR };
  other = await createKillableServer(env);
  await other.start();
});

test("a session that has ended is refused by the very next call, on every server", async () => {
  const member = await createTestMember();
  const cookie = await createTestSession(member.memberId);
  const there = createConsoleClient(other, { cookie }, "");
  assert.equal((await there("GET", "/organization")).status, 200);
  let over = false;
  // The other process has the session in its cache, and reads it again without a pause.
  const busy = Array.from({ length: 2 }, async () => {
    while (!over) await there("GET", "/organization");
  });

  const here = createConsoleClient(service, member, "");
  assert.equal((await here("POST", "/sessions/end-others")).status, 200);
  const answer = await there("GET", "/organization");
  over = true;
  await Promise.all(busy);
  assertError(answer, { status: 401, code: "unauthorized" });
});

test("an environment that was closed is refused by the very next call, on every server", async () => {
  const { organizationId, cookie } = await createTestMember();
  const there = createConsoleClient(other, { cookie }, "staging");
  assert.equal((await there("GET", "/api-keys")).status, 200);
  await suspendOrganization({ organizationId, environments: ["staging"] });
  assertError(await there("GET", "/api-keys"), { status: 403, code: "forbidden" });
  await approveOrganization({ organizationId, environments: ["staging"] });
  assert.equal((await there("GET", "/api-keys")).status, 200);
});
