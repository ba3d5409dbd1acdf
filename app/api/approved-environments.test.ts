import assert from "node:assert/strict";
import { test } from "node:test";
import { approveOrganization, suspendOrganization } from "#lib/organizations/operate.ts";
import { createApiClient, paymentBody } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { signUpMember } from "#lib/testing/sign-up-member.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const PAY = "/payments/gateway_one/create";
const closed = {
  status: 403,
  code: "forbidden",
  details: /^the operator of this service opens production to an organization$/,
} as const;

const service = setUpTestService();

async function createShop() {
  const organizationId = await createTestOrganization("free", "merchant", ["development"]);
  const member = await createTestMember({ organizationId, role: "owner" });
  const key = async (environment: "production" | "development") =>
    createApiClient(service, await createTestKey({ organizationId, environment }));
  return { organizationId, member, key };
}

test("who signs up acts in development alone", async () => {
  const { memberId } = await signUpMember(service, { kind: "issuer" });

  const cookie = await createTestSession(memberId);
  const session = await createConsoleClient(service, { cookie }, "")("GET", "/session");
  assert.deepEqual(session.body.data.environments, ["development"]);
  for (const [environment, status] of Object.entries({ production: 403, development: 200 })) {
    const call = createConsoleClient(service, { cookie }, environment);
    assert.equal((await call("GET", "/api-keys")).status, status, environment);
  }
  const make = createConsoleClient(service, { cookie }, "production");
  const body = { name: "Mine", scopes: ["onboarding:write"] };
  assertError(await make("POST", "/api-keys", { body }), closed);
});

test("keys, sessions and connections are refused where the organization is not approved", async () => {
  const { member, key } = await createShop();
  const production = await key("production");
  assertError(await production.post(PAY, { body: paymentBody() }), closed);
  assertError(await production.get("/payments"), closed);
  assert.equal((await (await key("development")).get("/payments")).status, 200);

  const call = createConsoleClient(service, member, "production");
  const body = { provider: "sandbox", credentials: {} };
  assertError(await call("PUT", "/gateways/gateway_one", { body }), closed);
  assertError(await call("GET", "/payments"), closed);
  assert.equal((await call("GET", "/members")).status, 200, "what concerns no environment");
});

test("approval and suspension hold when they are answered", async () => {
  const { organizationId, member, key } = await createShop();
  const production = await key("production");
  assertError(await production.get("/payments"), closed);

  const approved = await approveOrganization({ organizationId, environments: ["production"] });
  assert.deepEqual(approved.approvedEnvironments, ["production", "development"]);
  assert.equal((await production.get("/payments")).status, 200);
  const call = createConsoleClient(service, member, "production");
  assert.equal((await call("GET", "/payments")).status, 200);

  await suspendOrganization({ organizationId, environments: ["production"] });
  assertError(await production.get("/payments"), closed);
  const cookie = await createTestSession(member.memberId);
  const again = createConsoleClient(service, { cookie }, "production");
  assertError(await again("GET", "/payments"), closed);
});

test("changes at once all count", async () => {
  const { organizationId } = await createShop();
  await Promise.all([
    approveOrganization({ organizationId, environments: ["production"] }),
    approveOrganization({ organizationId, environments: ["staging"] }),
  ]);
  const { approvedEnvironments } = await suspendOrganization({ organizationId, environments: [] });
  assert.deepEqual(approvedEnvironments, ["production", "staging", "development"]);
  const unknown = { organizationId: `org_${"f".repeat(32)}`, environments: [] };
  await assert.rejects(approveOrganization(unknown), { code: "not_found" });
});
