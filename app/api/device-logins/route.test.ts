import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { wrongCodes } from "#lib/device-logins/decide.ts";
import { pruneDeviceLogins } from "#lib/device-logins/start.ts";
import { prisma } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

async function post(path: string, body: unknown) {
  const response = await fetch(`${service.url}/api/device-logins${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function start(deviceName = "laptop-7") {
  const { status, body } = await post("", { deviceName });
  assert.equal(status, 201);
  return body.data as { deviceCode: string; userCode: string; verificationUrl: string };
}

const polls = (deviceCode: string) => post("/token", { deviceCode });
const poll = async (deviceCode: string) => (await polls(deviceCode)).body.data;

/** The next poll is not too early. */
const wait = (userCode: string) =>
  prisma().deviceLogin.update({ where: { userCode }, data: { polledAt: null } });

const setUpMembers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createTestMember()));

const decide = (member: Pick<TestMember, "cookie">, act: string, body: object) =>
  createConsoleClient(service, member)("POST", `/device-logins/${act}`, { body });

const payments = { scopes: ["payments:write"] };

describe("a sign-in of a program", { concurrency: true }, () => {
  test("gets a key once, which is listed, recorded, and works", async () => {
    const member = await createTestMember();
    const { deviceCode, userCode, verificationUrl } = await start();
    assert.ok(verificationUrl.endsWith(`/device?code=${userCode}`));
    assert.deepEqual(await poll(deviceCode), { state: "pending", intervalSeconds: 2 });

    const typed = userCode.toLowerCase().replace("-", " ");
    const found = await decide(member, "find", { userCode: typed });
    const { deviceName, sameNetwork } = found.body.data;
    assert.deepEqual([deviceName, sameNetwork], ["laptop-7", true]);
    await wait(userCode);
    assert.equal((await decide(member, "approve", { userCode, ...payments })).status, 200);
    assert.equal((await decide(member, "approve", { userCode, ...payments })).status, 404);
    const row = await prisma().deviceLogin.findUnique({ where: { userCode } });
    const keys = () =>
      prisma().apiKey.findMany({ where: { organizationId: member.organizationId } });
    assert.deepEqual([row?.state, await keys()], ["approved", []], "no key before it is fetched");

    const { apiKey, ...rest } = await poll(deviceCode);
    assert.deepEqual(
      { ...rest, expiresAt: Math.round((Date.parse(rest.expiresAt) - Date.now()) / 86_400_000) },
      { state: "approved", name: "CLI on laptop-7", environment: "development", expiresAt: 90 },
    );
    assert.deepEqual(await poll(deviceCode), { state: "expired" });
    assert.equal((await keys()).length, 1);

    const headers = { "X-API-Key": apiKey };
    const caller = await fetch(`${service.url}/api/v1/caller`, { headers });
    assert.deepEqual((await caller.json()).data.scopes, payments.scopes);
    const client = createConsoleClient(service, member);
    const [listed] = (await client("GET", "/api-keys")).body.data.apiKeys;
    assert.deepEqual([listed.name, listed.createdBy], ["CLI on laptop-7", member.email]);
    const entry = await prisma().auditEntry.findFirst({ where: { target: listed.id } });
    assert.deepEqual([entry?.action, entry?.actorId], ["api_key.created", member.memberId]);
    assert.equal((await client("DELETE", `/api-keys/${listed.id}`)).status, 200);
    assert.equal((await fetch(`${service.url}/api/v1/caller`, { headers })).status, 401);
  });

  test("says whether it asks from where the member is", async () => {
    const member = await createTestMember();
    const { userCode } = await start();
    const networks = { "127.0.0.1": true, "::1": true, "203.0.113.9": false };
    for (const [address, same] of Object.entries(networks)) {
      await prisma().deviceLogin.update({ where: { userCode }, data: { address } });
      const found = await decide(member, "find", { userCode });
      assert.equal(found.body.data.sameNetwork, same, address);
    }
  });

  test("is told to slow down, and has one key for polls at once", async () => {
    const member = await createTestMember();
    const { deviceCode, userCode } = await start();
    await poll(deviceCode);
    assert.deepEqual(await poll(deviceCode), { state: "slow_down", intervalSeconds: 7 });
    await decide(member, "approve", { userCode, ...payments });
    await wait(userCode);
    const answers = await Promise.all(Array.from({ length: 5 }, () => poll(deviceCode)));
    assert.equal(answers.filter(({ state }) => state === "approved").length, 1);
  });

  test("that is denied stays denied", async () => {
    const member = await createTestMember();
    const { deviceCode, userCode } = await start();
    assert.equal((await decide(member, "deny", { userCode })).status, 200);
    assert.equal((await decide(member, "approve", { userCode, ...payments })).status, 404);
    assert.deepEqual(await poll(deviceCode), { state: "denied" });
  });

  test("ends after ten minutes", async () => {
    const member = await createTestMember();
    const [pending, approved] = [await start(), await start()];
    await decide(member, "approve", { userCode: approved.userCode, ...payments });
    const codes = [pending.userCode, approved.userCode];
    const ended = await prisma().deviceLogin.findUnique({ where: { userCode: pending.userCode } });
    const minutes = (Number(ended?.expiresAt) - Number(ended?.createdAt)) / 60_000;
    assert.equal(minutes, 10);
    const expiresAt = new Date(Date.now() - 1);
    await prisma().deviceLogin.updateMany({
      where: { userCode: { in: codes } },
      data: { expiresAt },
    });
    for (const { deviceCode, userCode } of [pending, approved]) {
      assert.deepEqual(await poll(deviceCode), { state: "expired" });
      const found = await decide(member, "find", { userCode });
      assertError(found, { status: 404, code: "not_found" });
    }
    await pruneDeviceLogins();
    assert.equal(await prisma().deviceLogin.count({ where: { userCode: { in: codes } } }), 0);
  });

  test("cannot be found by guessing", async () => {
    const [guesser, other] = await setUpMembers(2);
    assert.ok(guesser && other);
    const guess = (member: TestMember) => decide(member, "find", { userCode: "BBBB-BBBB" });
    for (let left = wrongCodes.points; left > 0; left--) {
      assertError(await guess(guesser), { status: 404, code: "not_found" });
    }
    assertError(await guess(guesser), { status: 429, code: "rate_limit_exceeded" });
    assertError(await guess(other), { status: 404, code: "not_found" });
    assert.deepEqual(await poll("dvc_unknown"), { state: "expired" });
  });

  test("needs a role, a fresh proof, and scopes that the organization has", async () => {
    const { userCode } = await start();
    const viewer = await createTestMember({ role: "viewer" });
    assertError(await decide(viewer, "find", { userCode }), { status: 403, code: "forbidden" });
    const member = await createTestMember({ kind: "merchant" });
    const steppedUpAt = new Date(Date.now() - 86_400_000);
    const old = { cookie: await createTestSession(member.memberId, { steppedUpAt }) };
    const late = await decide(old, "approve", { userCode, ...payments });
    assertError(late, { status: 403, code: "step_up_required" });
    const issuing = await decide(member, "approve", { userCode, scopes: ["keys:grant"] });
    assertError(issuing, { status: 400, code: "invalid_request" });
  });

  test("has no key from a member who has lost the role or the session since", async () => {
    const [demoted, signedOut] = await setUpMembers(2);
    assert.ok(demoted && signedOut);
    const [first, second] = [await start(), await start()];
    await decide(demoted, "approve", { userCode: first.userCode, ...payments });
    await decide(signedOut, "approve", { userCode: second.userCode, ...payments });
    const { memberId } = demoted;
    await prisma().member.update({ where: { id: memberId }, data: { role: "viewer" } });
    await prisma().session.deleteMany({ where: { memberId: signedOut.memberId } });
    assert.deepEqual(await poll(first.deviceCode), { state: "denied" });
    assert.deepEqual(await poll(second.deviceCode), { state: "expired" });
  });

  const bad = [
    ["no name", ""],
    ["a name that reorders text", "laptop\u202e"],
    ["a long name", "x".repeat(65)],
  ] as const;
  for (const [name, deviceName] of bad) {
    test(`with ${name} is refused`, async () => {
      assertError(await post("", { deviceName }), { status: 400, code: "invalid_request" });
    });
  }
});
