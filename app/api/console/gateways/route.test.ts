import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sealSession, sessionCookie, signInCookies } from "#lib/accounts/session-cookie.ts";
import { prisma } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
  setUpMember,
} from "#lib/testing/console-client.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const developer = setUpMember();
const call = createConsoleClient(service, developer);

const sandbox = { body: { provider: "sandbox" } };

test("200: the connections of the organization and environment, and no others", async () => {
  const none = await call("GET", "/gateways");
  assert.equal(none.status, 200, JSON.stringify(none.body));
  assert.deepEqual(none.body, { success: true, data: { connections: [] } });

  assert.equal((await call("PUT", "/gateways/gateway_two", sandbox)).status, 201);
  assert.equal((await call("PUT", "/gateways/gateway_one", sandbox)).status, 201);
  const staging = createConsoleClient(service, developer, "staging");
  assert.equal((await staging("PUT", "/gateways/gateway_one", sandbox)).status, 201);
  const stranger = createConsoleClient(service, await createTestMember());
  assert.equal((await stranger("PUT", "/gateways/gateway_one", sandbox)).status, 201);

  const { connections } = (await call("GET", "/gateways")).body.data;
  assert.deepEqual(
    connections.map(({ gateway }: { gateway: string }) => gateway),
    ["gateway_one", "gateway_two"],
  );
  const [{ connectionId, createdAt, updatedAt, ...rest }] = connections;
  assert.deepEqual(rest, {
    gateway: "gateway_one",
    provider: "sandbox",
    account: "sandbox",
    circuit: "closed",
    webhookUrl: null,
    lastNotificationAt: null,
    events: [],
  });
  assert.match(connectionId, /^gwc_[0-9a-f]{32}$/);
  assert.equal(createdAt, updatedAt);
  assert.equal((await staging("GET", "/gateways")).body.data.connections.length, 1);
});

describe("401", () => {
  const sessions: [string, () => Promise<string> | string][] = [
    ["without a session", () => ""],
    ["with another cookie", () => "other=1"],
    ["with what is no token", () => `${sessionCookie().name}=e30.e30.e30`],
    ["with a token that was changed", () => developer.cookie.slice(0, -4).concat("AAAA")],
    [
      "with a token of no session",
      async () => `${sessionCookie().name}=${await sealSession("ses_x")}`,
    ],
    [
      "with a session of an earlier version",
      () => createTestSession(developer.memberId, { sessionVersion: 0 }),
    ],
  ];
  for (const [name, cookie] of sessions) {
    test(name, async () => {
      const headers = { Cookie: await cookie() };
      const answer = await call("GET", "/gateways", { headers });
      assertError(answer, { status: 401, code: "unauthorized" });
      assert.ok(answer.headers.get("x-ratelimit-limit"));
    });
  }

  test("an API key is no session", async () => {
    const headers = { Cookie: "", "X-API-Key": "ssk_dev_anything" };
    assertError(await call("GET", "/gateways", { headers }), { status: 401, code: "unauthorized" });
  });
});

describe("403: a change that does not come from a page of the service", () => {
  const origins: [string, Record<string, string>][] = [
    ["another site's Origin", { Origin: "https://evil.example" }],
    ["an opaque Origin", { Origin: "null" }],
    ["cross-site", { "Sec-Fetch-Site": "cross-site" }],
    ["same-site", { "Sec-Fetch-Site": "same-site" }],
    ["typed in", { "Sec-Fetch-Site": "none" }],
    ["neither", { Origin: "" }],
  ];
  for (const [name, headers] of origins) {
    test(name, async () => {
      const answer = await call("PUT", "/gateways/gateway_one", { ...sandbox, headers });
      assertError(answer, { status: 403, code: "forbidden", details: /Sec-Fetch-Site or Origin/ });
    });
  }

  test("while reading needs no origin, and the browser's word alone is enough", async () => {
    assert.equal((await call("GET", "/gateways", { headers: { Origin: "" } })).status, 200);
    const headers = { Origin: "", "Sec-Fetch-Site": "same-origin" };
    const answer = await call("PUT", "/gateways/gateway_one", { ...sandbox, headers });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  });
});

test("403: a viewer may read, and not write", async () => {
  const viewer = await createTestMember({
    role: "viewer",
    organizationId: developer.organizationId,
  });
  const view = createConsoleClient(service, viewer);
  assert.equal((await view("GET", "/gateways")).status, 200);
  const expected = {
    status: 403,
    code: "forbidden",
    details: /^role developer is needed$/,
  } as const;
  assertError(await view("PUT", "/gateways/gateway_one", sandbox), expected);
  assertError(await view("DELETE", "/gateways/gateway_one"), expected);
  assertError(await view("POST", "/gateways/gateway_one/test"), expected);
  const owner = await createTestMember({ role: "owner", organizationId: developer.organizationId });
  const own = createConsoleClient(service, owner);
  assert.equal((await own("PUT", "/gateways/gateway_one", sandbox)).status, 200);
});

for (const environment of ["", "Production", "test"]) {
  test(`400: the environment "${environment}" is none`, async () => {
    const answer = await createConsoleClient(service, developer, environment)("GET", "/gateways");
    assertError(answer, { status: 400, code: "invalid_request", details: /^X-Environment: / });
  });
}

test("429: a member has the limits of its organization's tier", async () => {
  const organizationId = await createTestOrganization("free");
  const member = await createTestMember({ organizationId });
  const answer = await createConsoleClient(service, member)("GET", "/gateways");
  assert.equal(answer.headers.get("x-ratelimit-limit"), "120");
  assert.equal(answer.headers.get("x-ratelimit-remaining"), "119");
  const write = await createConsoleClient(service, member)("DELETE", "/gateways/gateway_one");
  assertError(write, { status: 404, code: "not_found" });
  assert.equal(write.headers.get("x-ratelimit-limit"), "60");
});

test("the consoles' endpoints are not in the public document", async () => {
  const document = await (await fetch(`${service.url}/api/v1/openapi.json`)).text();
  assert.ok(!document.includes("/api/console"));
});

test("behind TLS the cookie belongs to this host alone", async () => {
  const { memberId } = await createTestMember();
  await service.restart({ BASE_URL: "https://receipts.example" });
  const { name, options } = sessionCookie();
  assert.deepEqual([name, options.secure], ["__Host-sealslip.session", true]);
  for (const begun of Object.values(signInCookies())) {
    assert.match(begun.name, /^__Host-sealslip\./);
    assert.deepEqual([begun.options.secure, begun.options.path], [true, "/"]);
  }
  const cookie = await createTestSession(memberId);
  const theirs = createConsoleClient(service, { cookie });
  const from = (origin: string) =>
    theirs("PUT", "/gateways/gateway_one", { ...sandbox, headers: { Origin: origin } });
  assertError(await from(service.url), { status: 403, code: "forbidden" });
  assert.equal((await from("https://receipts.example")).status, 201);
  assert.equal(await prisma().member.count({ where: { id: memberId } }), 1);
});
