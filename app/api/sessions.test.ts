import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Role } from "#lib/core/permissions.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import {
  type Answer,
  createApiClient,
  paymentBody,
  randomHashedPan,
  registerCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import {
  createConsoleClient,
  createTestMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const PAY = "/payments/gateway_one/create";

const service = setUpTestService({ API_ENVIRONMENTS: "staging,development" });

type Headers = Record<string, string>;

/** Calls /api/v1 as a page of the service does. */
async function call(
  { cookie }: Pick<TestMember, "cookie">,
  path: string,
  { body, headers }: { body?: unknown; headers?: Headers } = {},
): Promise<Answer> {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      Cookie: cookie,
      Origin: service.url,
      "X-Environment": "development",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function createMember(kind: OrganizationKind, role: Role) {
  return await createTestMember({
    role,
    organizationId: await createTestOrganization("free", kind),
  });
}

test("a member pays and reads in the environment that is named, and is seen in the log", async () => {
  const member = await createMember("merchant", "developer");
  const made = await call(member, PAY, { body: paymentBody() });
  assert.equal(made.status, 201, JSON.stringify(made.body));

  const path = `/payments/gateway_one/${made.body.data.paymentId}`;
  assert.equal((await call(member, path)).status, 200);
  const staging = await call(member, path, { headers: { "X-Environment": "staging" } });
  assertError(staging, { status: 404, code: "not_found" });
  const key = await createTestKey({ organizationId: member.organizationId });
  assert.equal((await createApiClient(service, key).get(path)).status, 200);
  const stranger = await createMember("platform", "owner");
  assertError(await call(stranger, path), { status: 404, code: "not_found" });

  const line = service.logLines.find((text) =>
    text.includes(made.headers.get("x-request-id") ?? ""),
  );
  const { organization_id, member_id, environment, api_key_id } = JSON.parse(line ?? "{}");
  assert.deepEqual(
    [organization_id, member_id, environment, api_key_id],
    [member.organizationId, member.memberId, "development", undefined],
  );
});

test("an issuer's member goes the whole way of a cardholder", async () => {
  const member = await createMember("issuer", "developer");
  const holder = await registerCardholder({ call: callerFor(service, member) });
  const body = { userId: holder.userId, keyId: holder.keyId };
  assert.equal((await call(member, "/keys/grant-access", { body })).status, 201);
  assert.equal((await call(member, `/receipts/${holder.userId}`)).status, 200);
});

describe("403: beyond what the organization or the role is for", () => {
  const grant = { body: { userId: "usr_1", keyId: "k" } };
  const refusals: [OrganizationKind, Role, string, { body?: unknown }, RegExp][] = [
    ["merchant", "owner", "/onboarding/generate-keys", { body: {} }, /onboarding:write/],
    ["merchant", "owner", "/keys/grant-access", grant, /keys:grant/],
    ["merchant", "owner", "/receipts/usr_1", {}, /receipts:read/],
    ["issuer", "owner", PAY, { body: paymentBody() }, /payments:write/],
    ["issuer", "owner", "/payments/gateway_one/pay_1", {}, /payments:read/],
    ["merchant", "viewer", PAY, { body: paymentBody() }, /payments:write/],
    ["issuer", "viewer", "/onboarding/generate-keys", { body: {} }, /onboarding:write/],
    ["issuer", "viewer", "/onboarding/register", { body: {} }, /onboarding:write/],
    ["issuer", "viewer", "/keys/rotate", { body: {} }, /onboarding:write/],
    ["issuer", "viewer", "/keys/grant-access", grant, /keys:grant/],
    ["platform", "viewer", "/payments/decrypt", { body: {} }, /receipts:decrypt/],
    ["platform", "viewer", "/payments/envelope", { body: {} }, /receipts:/],
  ];
  for (const [kind, role, path, options, details] of refusals) {
    test(`${kind}, ${role}: ${path}`, async () => {
      const answer = await call(await createMember(kind, role), path, options);
      assertError(answer, { status: 403, code: "forbidden", details });
    });
  }

  test("while a viewer may read", async () => {
    const viewer = await createMember("platform", "viewer");
    for (const path of ["/payments/gateway_one/pay_1", "/receipts/usr_1"]) {
      assertError(await call(viewer, path), { status: 404, code: "not_found" });
    }
  });
});

describe("403: not asked for by a page of the service", () => {
  const origins: [string, Headers][] = [
    ["another site's Origin", { Origin: "https://evil.example" }],
    ["an opaque Origin", { Origin: "null" }],
    ["cross-site", { "Sec-Fetch-Site": "cross-site" }],
    ["same-site", { "Sec-Fetch-Site": "same-site" }],
  ];
  for (const [name, headers] of origins) {
    test(name, async () => {
      const member = await createMember("merchant", "developer");
      const expected = { status: 403, code: "forbidden", details: /Origin/ } as const;
      const write = await call(member, PAY, { body: paymentBody(), headers });
      assertError(write, expected);
      const read = await call(member, "/payments/gateway_one/pay_1", { headers });
      assertError(read, expected);
      for (const { headers: sent } of [write, read]) {
        assert.equal(sent.get("access-control-allow-origin"), null);
        assert.equal(sent.get("access-control-allow-credentials"), null);
      }
    });
  }

  test("a change of which nothing is said", async () => {
    const member = await createMember("merchant", "developer");
    const write = await call(member, PAY, { body: paymentBody(), headers: { Origin: "" } });
    assertError(write, { status: 403, code: "forbidden" });
  });
});

test("400: the environment is named, and is one that is served here", async () => {
  const member = await createMember("merchant", "developer");
  for (const environment of ["", "production", "Development"]) {
    const headers = { "X-Environment": environment };
    const answer = await call(member, PAY, { body: paymentBody(), headers });
    assertError(answer, { status: 400, code: "invalid_request", details: /^X-Environment: / });
  }
});

test("401: a key that is sent counts alone, and a session that is over is none", async () => {
  const member = await createMember("merchant", "developer");
  const path = "/payments/gateway_one/pay_1";
  const expected = { status: 401, code: "unauthorized" } as const;
  assertError(await call(member, path, { headers: { "X-API-Key": "" } }), expected);
  assertError(await call(member, path, { headers: { "X-API-Key": "ssk_dev_wrong" } }), expected);

  await createConsoleClient(service, member)("POST", "/session/end-all");
  assertError(await call(member, path), expected);
});

test("429: each member has the limits of the tier to itself", async () => {
  const organizationId = await createTestOrganization("free", "issuer");
  const member = await createTestMember({ organizationId });
  const register = () => call(member, "/onboarding/generate-keys", { body: {} });
  for (let count = 0; count < 10; count += 1) assert.equal((await register()).status, 200);
  const refused = await register();
  assertError(refused, { status: 429, code: "rate_limit_exceeded" });
  assert.equal(refused.headers.get("x-ratelimit-limit"), "10");

  const colleague = await createTestMember({ organizationId });
  const theirs = await call(colleague, "/onboarding/generate-keys", { body: {} });
  assert.equal(theirs.headers.get("x-ratelimit-remaining"), "9");
});

test("an API key needs neither an origin nor an environment", async () => {
  const api = createApiClient(service, await createTestKey());
  const headers = { Origin: "https://shop.example", "X-Environment": "staging" };
  const body = paymentBody({ recipientHashedPan: randomHashedPan() });
  assert.equal((await api.post(PAY, { body, headers })).status, 201);
});
