import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { removeEndedVisits } from "#lib/cardholders/remove-visitors.ts";
import { prisma } from "#lib/storage/database.ts";
import { registerCardholder, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { createTestBrowser } from "#lib/testing/push-service-stand-in.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { callAsPage, registerAsVisit, startVisit } from "#lib/testing/visit-client.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService();
const member = setUpMember({ kind: "platform" });
const api = setUpApi(service, { member });
const holder = setUpCardholder(api);
setUp(admitVisitors);
beforeEach(async () => {
  await prisma().pushSubscription.deleteMany();
});

const count = () => prisma().pushSubscription.count();

/** As the wallet of a member, whose session it is. */
async function subscribe(
  target: object = createTestBrowser().target,
  { userId = holder.userId, cookie = member.cookie, method = "PUT", headers = {} } = {},
) {
  const as = { Cookie: cookie, "X-Session": "wallet", ...headers };
  const path = `/wallet/push-subscriptions/${userId}`;
  return await callAsPage(service, method, path, { body: target, headers: as });
}

describe("200", () => {
  test("a browser is told, and after DELETE no longer", async () => {
    const { target } = createTestBrowser();
    const { userId } = holder;
    const { status, body } = await subscribe(target);
    assert.deepEqual([status, body.data], [200, { userId, subscribed: true }]);

    const ended = await subscribe({ endpoint: target.endpoint }, { method: "DELETE" });
    assert.deepEqual([ended.status, ended.body.data], [200, { userId, subscribed: false }]);
    assert.equal(await count(), 0);
  });

  test("the same browser again is the same subscription", async () => {
    const { target } = createTestBrowser();
    await Promise.all([subscribe(target), subscribe(target)]);
    assert.equal(await count(), 1);
  });

  test("of six browsers the five newest are told, also if all come at once", async () => {
    const first = createTestBrowser();
    await subscribe(first.target);
    await Promise.all(Array.from({ length: 6 }, () => subscribe()));
    assert.equal(await count(), 5);
  });

  test("where a message goes is stored encrypted", async () => {
    const { target } = createTestBrowser();
    await subscribe(target);
    const row = await prisma().pushSubscription.findFirstOrThrow();
    assert.ok(!Buffer.from(row.target).includes(new URL(target.endpoint).pathname));
  });
});

describe("400", () => {
  const { keys, endpoint } = createTestBrowser().target;
  const cases: [what: string, body: object][] = [
    ["http", { keys, endpoint: "http://1.1.1.1/1" }],
    ["another port", { keys, endpoint: "https://1.1.1.1:8443/1" }],
    ["loopback", { keys, endpoint: "https://127.0.0.1/1" }],
    ["loopback as a number", { keys, endpoint: "https://2130706433/1" }],
    ["a private network", { keys, endpoint: "https://10.0.0.1/1" }],
    ["link-local", { keys, endpoint: "https://169.254.169.254/1" }],
    ["carrier-grade NAT", { keys, endpoint: "https://100.64.0.1/1" }],
    ["a unique local address", { keys, endpoint: "https://[fd00::1]/1" }],
    ["a mapped address", { keys, endpoint: "https://[::ffff:127.0.0.1]/1" }],
    ["a key that is none", { endpoint, keys: { ...keys, p256dh: "AAAA" } }],
    ["a short secret", { endpoint, keys: { ...keys, auth: "AAAA" } }],
    ["no keys", { endpoint }],
  ];
  for (const [what, body] of cases) {
    test(what, async () => {
      assertError(await subscribe(body), { status: 400, code: "invalid_request" });
      assert.equal(await count(), 0);
    });
  }
});

describe("refused", () => {
  test("401 without a session", async () => {
    assertError(await subscribe(undefined, { cookie: "" }), { status: 401, code: "unauthorized" });
  });

  test("403 for an API key", async () => {
    const answer = await subscribe(undefined, { headers: { "X-API-Key": api.key } });
    assertError(answer, { status: 403, code: "forbidden" });
  });

  test("403 for a viewer, whose browsers and everybody else's stay as they are", async () => {
    const { organizationId } = member;
    const { cookie } = await createTestMember({ role: "viewer", organizationId });
    const { target } = createTestBrowser();
    await subscribe(target);
    const forbidden = { status: 403, code: "forbidden" } as const;
    assertError(await subscribe(undefined, { cookie }), forbidden);
    const body = { endpoint: target.endpoint };
    assertError(await subscribe(body, { cookie, method: "DELETE" }), forbidden);
    assert.equal(await count(), 1);
  });

  test("403 for a page of another site", async () => {
    const headers = { Origin: "https://elsewhere.example" };
    assertError(await subscribe(undefined, { headers }), { status: 403, code: "forbidden" });
  });

  test("404 for another issuer's user", async () => {
    const { cookie } = await createTestMember({ kind: "issuer" });
    assertError(await subscribe(undefined, { cookie }), { status: 404, code: "not_found" });
  });

  test("404 in another environment", async () => {
    const headers = { "X-Environment": "staging" };
    assertError(await subscribe(undefined, { headers }), { status: 404, code: "not_found" });
  });

  test("404 for a user that a visit does not have", async () => {
    const visit = await startVisit(service);
    const { target } = createTestBrowser();
    const path = `/wallet/push-subscriptions/${holder.userId}`;
    assertError(await visit.call("PUT", path, { body: target }), {
      status: 404,
      code: "not_found",
    });
  });

  test("404 for the browser of somebody else, which stays", async () => {
    const { target } = createTestBrowser();
    await subscribe(target);
    const { cookie } = await createTestMember({ kind: "issuer" });
    const body = { endpoint: target.endpoint };
    assertError(await subscribe(body, { cookie, method: "DELETE" }), {
      status: 404,
      code: "not_found",
    });
    assert.equal(await count(), 1);
  });
});

describe("a subscription goes with", () => {
  test("the erasure of its cardholder", async () => {
    const { userId } = await registerCardholder(api);
    assert.equal((await subscribe(undefined, { userId })).status, 200);
    assert.equal((await requestErasure(service, userId, api.key)).status, 200);
    assert.equal(await count(), 0);
  });

  test("the member whose wallet it is", async () => {
    const { organizationId } = member;
    const { memberId, cookie } = await createTestMember({ organizationId });
    assert.equal((await subscribe(undefined, { cookie })).status, 200);
    await prisma().member.delete({ where: { id: memberId } });
    assert.equal(await count(), 0);
  });

  test("its visit", async () => {
    const visit = await startVisit(service);
    const { userId } = await registerAsVisit(visit);
    const path = `/wallet/push-subscriptions/${userId}`;
    const body = createTestBrowser().target;
    assert.equal((await visit.call("PUT", path, { body })).status, 200);

    await prisma().visit.updateMany({ data: { expiresAt: new Date() } });
    await removeEndedVisits();
    assert.equal(await count(), 0);
  });
});
