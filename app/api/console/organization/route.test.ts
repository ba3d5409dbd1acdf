import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { defaultRateLimits, tiers } from "#lib/core/tiers.ts";
import { pool } from "#lib/storage/database.ts";
import { createApiClient, paymentBody, registerCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService({ RATE_LIMITS: '{"tiers":{"free":{"writes":77}}}' });

async function createOwner() {
  const owner = await createTestMember({ role: "owner" });
  return { ...owner, call: createConsoleClient(service, owner, "") };
}

test("200: the organization and the limits of this deployment", async () => {
  const { organizationId } = await createOwner();
  const viewer = await createTestMember({ role: "viewer", organizationId });
  const answer = await createConsoleClient(service, viewer, "")("GET", "/organization");
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { createdAt, limits, ...rest } = answer.body.data;
  assert.deepEqual(rest, {
    id: organizationId,
    name: "Test",
    kind: "platform",
    tier: "enterprise",
    approvedEnvironments: ["production", "staging", "development"],
    logo: null,
    requiresSecondFactor: false,
    removable: true,
  });
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.deepEqual(
    limits.map(({ tier }: { tier: string }) => tier),
    tiers,
  );
  assert.deepEqual(limits[0].limits, { ...defaultRateLimits.tiers.free, writes: 77 });
});

test("200: renamed, and no other organization along with it", async () => {
  const { call } = await createOwner();
  const { call: other } = await createOwner();
  const renamed = await call("PUT", "/organization", { body: { name: " Corner Bakery " } });
  assert.equal(renamed.body.data.name, "Corner Bakery");
  assert.equal((await call("GET", "/session")).body.data.organization.name, "Corner Bakery");
  assert.equal((await other("GET", "/organization")).body.data.name, "Test");
});

for (const name of ["", "   ", "a\nb", "x".repeat(257), 7]) {
  test(`400: the name ${JSON.stringify(name).slice(0, 10)}`, async () => {
    const { call } = await createOwner();
    const answer = await call("PUT", "/organization", { body: { name } });
    assertError(answer, { status: 400, code: "invalid_request", details: /^name: / });
  });
}

describe("removal", () => {
  const confirmed = { body: { name: "Test" } };

  test("200: with its members and keys, which stop working at once", async () => {
    const { organizationId, call } = await createOwner();
    const key = await createTestKey({ organizationId });
    const api = createApiClient(service, key);
    assert.equal((await api.post("/onboarding/generate-keys")).status, 200);
    const body = { email: "guest@test.example", role: "viewer" };
    assert.equal((await call("POST", "/invitations", { body })).status, 201);

    const answer = await call("DELETE", "/organization", confirmed);
    assert.deepEqual([answer.status, answer.body.data], [200, { removed: true }]);
    const expected = { status: 401, code: "unauthorized" } as const;
    assertError(await api.post("/onboarding/generate-keys"), expected);
    assertError(await call("GET", "/members"), expected);
    for (const table of ["member", "api_key", "invitation"]) {
      const { rows } = await pool().query(
        `SELECT count(*) FROM ${table} WHERE organization_id = $1`,
        [organizationId],
      );
      assert.equal(rows[0].count, 0, table);
    }
  });

  test("409: while it holds a payment", async () => {
    const { organizationId, call } = await createOwner();
    const api = createApiClient(service, await createTestKey({ organizationId }));
    const paid = await api.post("/payments/gateway_one/create", { body: paymentBody() });
    assert.equal(paid.status, 201);
    assertError(await call("DELETE", "/organization", confirmed), {
      status: 409,
      code: "conflict",
      details: /receipts belong to cardholders/,
    });
    assert.equal((await call("GET", "/organization")).body.data.removable, false);
  });

  test("409: while it holds a cardholder, of any environment", async () => {
    const { organizationId, call } = await createOwner();
    const key = await createTestKey({ organizationId, environment: "staging" });
    await registerCardholder(createApiClient(service, key));
    assert.equal((await call("GET", "/organization")).body.data.removable, false);
    const answer = await call("DELETE", "/organization", confirmed);
    assertError(answer, { status: 409, code: "conflict" });
  });

  test("400: a name other than its own", async () => {
    const { call } = await createOwner();
    for (const name of ["test", "", "Test "]) {
      const answer = await call("DELETE", "/organization", { body: { name } });
      assertError(answer, { status: 400, code: "invalid_request", details: /^name: / });
    }
  });
});
