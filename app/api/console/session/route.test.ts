import assert from "node:assert/strict";
import { test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase, pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService({ API_ENVIRONMENTS: "staging,development" });

test("200: the member, the organization and the environments, without naming one", async () => {
  const organizationId = await createTestOrganization("standard", "issuer");
  const { memberId, email, cookie } = await createTestMember({ role: "viewer", organizationId });
  const call = createConsoleClient(service, { cookie }, "");
  const answer = await call("GET", "/session");
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(answer.body.data, {
    member: { id: memberId, email, emailConfirmed: true, role: "viewer", isGuest: false },
    organization: { id: organizationId, name: "Test", kind: "issuer", tier: "standard" },
    environments: ["staging", "development"],
    secondFactor: false,
    secondFactorRequired: false,
    authenticatorApp: false,
    passkeys: 0,
  });
});

test("200: null for nobody, and for a session that is not one", async () => {
  for (const cookie of ["", "next-auth.session-token=forged"]) {
    const answer = await createConsoleClient(service, { cookie }, "")("GET", "/session");
    assert.deepEqual([answer.status, answer.body], [200, { success: true, data: null }]);
  }
});

test("a visit is recorded, at most once a minute", async () => {
  const member = await createTestMember();
  const call = createConsoleClient(service, member);
  const lastSeen = async () => {
    const { rows } = await pool().query("SELECT last_seen_at FROM member WHERE id = $1", [
      member.memberId,
    ]);
    return rows[0].last_seen_at as Date | null;
  };
  assert.equal(await lastSeen(), null);
  await call("GET", "/session");
  await until(async () => (await lastSeen()) !== null);

  const first = await lastSeen();
  await call("GET", "/session");
  assert.deepEqual(await lastSeen(), first);
});

test("503 while the database cannot be reached", async () => {
  const call = createConsoleClient(service, await createTestMember(), "");
  await closeDatabase();
  connectDatabase("postgres://nobody@127.0.0.1:1/nothing");
  const answer = await call("GET", "/session");
  assertError(answer, { status: 503, code: "service_unavailable" });
  assert.equal(answer.headers.get("retry-after"), "1");
});
