import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { writeDemoFile } from "#prisma/demo-file.ts";

const service = setUpTestService();
let owner: Awaited<ReturnType<typeof createTestMember>>;
setUp(async () => {
  const organizationId = await createTestOrganization("standard", "issuer");
  const passwordHash = await hashPassword("correct horse battery");
  owner = await createTestMember({ role: "owner", organizationId, passwordHash });
});

async function openDemo(): Promise<void> {
  const login = { email: owner.email, password: "none" };
  await writeDemoFile(service.dataDir, {
    baseUrl: service.url,
    apiKeys: { platform: "", merchant: "", issuer: "", platformStaging: "" },
    logins: { platform: login, merchant: login, issuer: login },
  });
}

async function call(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
) {
  const response = await fetch(`${service.url}/api${path}`, {
    method,
    headers: {
      Origin: service.url,
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function becomeGuest(): Promise<string> {
  const { status, headers } = await call("POST", "/wallet/guest");
  assert.equal(status, 200);
  const cookie = headers.get("set-cookie") ?? "";
  assert.match(cookie, /HttpOnly; SameSite=Lax/);
  return cookie.split(";")[0] ?? "";
}

test("404 where there is no demo", async () => {
  assertError(await call("POST", "/wallet/guest"), { status: 404, code: "not_found" });
  const { body } = await call("GET", "/wallet/session");
  assert.deepEqual(body.data, { visitor: "nobody", demo: false });
});

test("a guest may make the wallet's calls in development, and no others", async () => {
  await openDemo();
  const Cookie = await becomeGuest();
  const { body } = await call("GET", "/wallet/session", { Cookie });
  assert.deepEqual(body.data, { visitor: "guest", demo: true });

  const grant = { userId: "usr_unknown", keyId: "key_unknown" };
  const answers: [
    name: string,
    environment: string,
    method: string,
    path: string,
    status: number,
    sent?: object,
  ][] = [
    [
      "grants, of which there is none to find",
      "development",
      "POST",
      "/v1/keys/grant-access",
      404,
      grant,
    ],
    ["grants in production", "production", "POST", "/v1/keys/grant-access", 403, grant],
    ["grants in staging", "staging", "POST", "/v1/keys/grant-access", 403, grant],
    ["the cardholders of other guests", "development", "GET", "/v1/users", 403],
    ["payments", "development", "GET", "/v1/payments/gateway_one/pay_unknown", 403],
    ["the console's session", "development", "GET", "/console/session", 403],
    ["the console's gateways", "development", "GET", "/console/gateways", 403],
    ["the end of all sessions", "development", "POST", "/console/session/end-all", 403],
  ];
  for (const [name, environment, method, path, status, sent] of answers) {
    const answer = await call(method, path, { Cookie, "X-Environment": environment }, sent);
    assert.equal(answer.status, status, `${name}: ${JSON.stringify(answer.body)}`);
  }
});

test("403 for another site's page", async () => {
  await openDemo();
  const answer = await call("POST", "/wallet/guest", { Origin: "https://elsewhere.example" });
  assertError(answer, { status: 403, code: "forbidden" });
  assert.equal(answer.headers.get("set-cookie"), null);
});

test("a merchant's member is a cardholder in the wallet, and a merchant everywhere else", async () => {
  await openDemo();
  const organizationId = await createTestOrganization("standard", "merchant");
  const { cookie } = await createTestMember({ role: "owner", organizationId });
  const { headers } = await call("POST", "/wallet/guest", { Cookie: cookie });
  const Cookie = `${cookie}; ${headers.get("set-cookie")?.split(";")[0]}`;
  const { body } = await call("GET", "/wallet/session", { Cookie });
  assert.deepEqual(body.data, { visitor: "guest", demo: true });

  const session = { Cookie, "X-Environment": "development" };
  const wallet = { ...session, "X-Session": "wallet" };
  const grant = { userId: "usr_unknown", keyId: "key_unknown" };
  const payment = "/v1/payments/gateway_one/pay_unknown";
  assert.equal((await call("POST", "/v1/keys/grant-access", wallet, grant)).status, 404);
  assert.equal((await call("GET", payment, wallet)).status, 403);
  assert.equal((await call("POST", "/v1/keys/grant-access", session, grant)).status, 403);
  assert.equal((await call("GET", payment, session)).status, 404);
  assert.equal((await call("GET", "/console/session", session)).status, 200);
});

test("409 for an issuer's member, whose session stays as it is", async () => {
  await openDemo();
  const answer = await call("POST", "/wallet/guest", { Cookie: owner.cookie });
  assertError(answer, { status: 409, code: "conflict" });
  assert.equal(answer.headers.get("set-cookie"), null);
});

test("a guest's session ends with those of the member it borrows", async () => {
  await openDemo();
  const Cookie = await becomeGuest();
  const ended = await call("POST", "/console/session/end-all", { Cookie: owner.cookie });
  assert.equal(ended.status, 200);
  const { body } = await call("GET", "/wallet/session", { Cookie });
  assert.equal(body.data.visitor, "nobody");
});
