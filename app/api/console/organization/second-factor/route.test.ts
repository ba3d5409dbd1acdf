import assert from "node:assert/strict";
import { test } from "node:test";
import { resetSecondFactor } from "#lib/accounts/operate.ts";
import { approveOrganization } from "#lib/organizations/operate.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { addTestPasskey, createPasskeyMember } from "#lib/testing/passkey-member.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const path = "/organization/second-factor";
const missing = { status: 403, code: "second_factor_required" } as const;

test("200: whoever has none can do nothing but set one up, from the very next call on", async () => {
  const owner = await createTestMember({ role: "owner" });
  const { organizationId } = owner;
  const viewer = await createTestMember({ role: "viewer", organizationId });
  const call = createConsoleClient(service, viewer, "");
  assert.equal((await call("GET", "/organization")).status, 200);

  const require = (required: boolean) =>
    createConsoleClient(service, owner, "")("PUT", path, { body: { required } });
  assert.equal((await require(true)).body.data.requiresSecondFactor, true);
  assertError(await call("GET", "/organization"), missing);
  const session = (await call("GET", "/session")).body.data;
  assert.deepEqual([session.secondFactorRequired, session.secondFactor], [true, false]);

  await addTestPasskey(service, viewer);
  assert.equal((await call("GET", "/organization")).status, 200);
  assert.equal((await require(false)).body.data.requiresSecondFactor, false);
  assert.equal((await call("GET", "/session")).body.data.secondFactorRequired, false);
});

test("the API without a key is closed to them, too", async () => {
  const owner = await createTestMember({ role: "owner", secondFactor: false });
  const response = await fetch(`${service.url}/api/v1/payments`, {
    headers: { Cookie: owner.cookie, Origin: service.url, "X-Environment": "development" },
  });
  assert.equal(response.status, 403);
  assert.equal((await response.json()).error.code, "second_factor_required");
});

test("an owner needs one as soon as the organization may act in production", async () => {
  const organizationId = await createTestOrganization("free", "merchant", ["development"]);
  const options = { organizationId, secondFactor: false };
  const owner = await createTestMember({ ...options, role: "owner" });
  const developer = await createTestMember({ ...options, role: "developer" });
  const call = createConsoleClient(service, owner, "");
  assert.equal((await call("GET", "/organization")).status, 200);
  await approveOrganization({ organizationId, environments: ["production"] });
  assertError(await call("GET", "/organization"), missing);
  const other = await createConsoleClient(service, developer, "")("GET", "/organization");
  assert.equal(other.status, 200);
});

test("the operator removes all of a member's second factors, and ends their sessions", async () => {
  const { memberId, email, call, cookie } = await createPasskeyMember(service);
  await addTestPasskey(service, { cookie });
  assert.deepEqual(await resetSecondFactor({ email }), { email });
  assert.equal((await call("GET", "/session")).body.data, null);
  const again = await createTestSession(memberId, { sessionVersion: 3 });
  const session = await createConsoleClient(service, { cookie: again }, "")("GET", "/session");
  assert.equal(session.body.data.secondFactor, false);
  await assert.rejects(resetSecondFactor({ email: "nobody@test.example" }), { code: "not_found" });
});
