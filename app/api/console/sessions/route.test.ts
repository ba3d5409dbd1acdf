import assert from "node:assert/strict";
import { afterEach, describe, mock, test } from "node:test";
import type { SessionEntryJson } from "#lib/accounts/contract-sessions.ts";
import { writeSessionCookie } from "#lib/accounts/session-cookie.ts";
import { pruneSessions } from "#lib/accounts/session-limits.ts";
import { beginSession } from "#lib/accounts/sessions.ts";
import { type Environment, environments } from "#lib/core/vocabulary.ts";
import { suspendOrganization } from "#lib/organizations/operate.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { passTime } from "#lib/testing/wall-clock.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ended = { status: 401, code: "unauthorized" } as const;

const service = setUpTestService();
afterEach(() => mock.timers.reset());

/** A member with two browsers; `here` and `there` call with one each. */
async function createTwice(approved: readonly Environment[] = ["development"]) {
  const organizationId = await createTestOrganization("free", "merchant", approved);
  const member = await createTestMember({ role: "viewer", organizationId });
  const here = createConsoleClient(service, member, "");
  const cookie = await createTestSession(member.memberId);
  const there = createConsoleClient(service, { cookie }, "");
  const list = async (call = here): Promise<SessionEntryJson[]> =>
    (await call("GET", "/sessions")).body.data.sessions;
  return { ...member, here, there, list };
}

test("200: device, address, and which one is this, of the member's own sessions", async () => {
  await createTwice();
  const { memberId, organizationId, there, list } = await createTwice();
  const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const visitor = { address: "192.0.2.7", userAgent, cookies: null };
  const token = await beginSession({ memberId, organizationId, sessionVersion: 1 }, visitor, {
    method: "password",
    secondFactor: null,
    provedAt: new Date(),
  });
  const [cookie = ""] = (await writeSessionCookie(token)).split(";");
  const call = createConsoleClient(service, { cookie }, "");

  const sessions = await list(call);
  assert.equal(sessions.length, 3);
  const [own] = sessions.filter(({ current }) => current);
  assert.deepEqual([own?.device, own?.address], ["Firefox on Linux", "192.0.2.7"]);
  assert.equal((await list(there)).filter(({ current }) => current).length, 1);
  const stored = await pool().query("SELECT * FROM session");
  assert.ok(!JSON.stringify(stored.rows).includes(token), "only the hash is stored");
});

test("one ends, and only for its own member", async () => {
  const { here, there, list } = await createTwice();
  const [other] = (await list()).filter(({ current }) => !current);
  const path = `/sessions/${other?.id}`;
  const stranger = createConsoleClient(service, await createTestMember(), "");
  assertError(await stranger("DELETE", path), { status: 404, code: "not_found" });
  assert.equal((await there("GET", "/organization")).status, 200);

  assert.equal((await here("DELETE", path)).status, 200);
  assertError(await there("GET", "/organization"), ended);
  assert.equal((await here("GET", "/organization")).status, 200);
  assert.equal((await list()).length, 1);
  assertError(await here("DELETE", path), { status: 404, code: "not_found" });
});

test("all others end", async () => {
  const { here, there, list } = await createTwice();
  assert.equal((await here("POST", "/sessions/end-others")).status, 200);
  assertError(await there("GET", "/organization"), ended);
  assert.deepEqual(
    (await list()).map(({ current }) => current),
    [true],
  );
});

describe("a session ends", () => {
  test("when it is not used, and not before", async () => {
    const { memberId, here, there } = await createTwice();
    passTime(11 * HOUR_MS);
    assert.equal((await here("GET", "/organization")).status, 200);
    passTime(2 * HOUR_MS);
    assertError(await there("GET", "/organization"), ended);
    assert.equal((await here("GET", "/organization")).status, 200);
    await pruneSessions();
    const { rows } = await pool().query("SELECT FROM session WHERE member_id = $1", [memberId]);
    assert.equal(rows.length, 1);
  });

  test("after half an hour where the organization may act in production", async () => {
    const { here, there } = await createTwice(environments);
    passTime(29 * MINUTE_MS);
    assert.equal((await here("GET", "/organization")).status, 200);
    passTime(2 * MINUTE_MS);
    assertError(await there("GET", "/organization"), ended);
    assert.equal((await here("GET", "/organization")).status, 200);
  });

  test("and there after twelve hours, however much it is used", async () => {
    const { memberId, here } = await createTwice(environments);
    await pool().query(
      "UPDATE session SET created_at = now() - interval '12 hours 1 minute' WHERE member_id = $1",
      [memberId],
    );
    assertError(await here("GET", "/organization"), ended);
  });

  test("for good, even where the organization loses production with its shorter limits", async () => {
    const { organizationId, here, there } = await createTwice(environments);
    passTime(29 * MINUTE_MS);
    assert.equal((await here("GET", "/organization")).status, 200);
    passTime(2 * MINUTE_MS);
    assertError(await there("GET", "/organization"), ended);
    assert.equal((await here("GET", "/organization")).status, 200);
    await suspendOrganization({ organizationId, environments: ["production"] });
    assertError(await there("GET", "/organization"), ended);
    assertError(await here("GET", "/organization"), ended);
  });

  test("a week after the sign-in, however much it is used", async () => {
    const { memberId, here } = await createTwice();
    await pool().query(
      "UPDATE session SET created_at = now() - interval '7 days 1 minute' WHERE member_id = $1",
      [memberId],
    );
    assertError(await here("GET", "/organization"), ended);
  });

  test("with the role that it was begun in", async () => {
    const { memberId, organizationId, here } = await createTwice();
    assert.equal((await here("GET", "/organization")).status, 200);
    const owner = await createTestMember({ role: "owner", organizationId });
    const call = createConsoleClient(service, owner);
    const change = (role: string) => call("PUT", `/members/${memberId}`, { body: { role } });
    assert.equal((await change("viewer")).status, 200);
    assert.equal((await here("GET", "/organization")).status, 200, "the same role is no change");
    assert.equal((await change("developer")).status, 200);
    assertError(await here("GET", "/organization"), ended);
  });

  test("with the membership", async () => {
    const { memberId, organizationId, here } = await createTwice();
    assert.equal((await here("GET", "/organization")).status, 200);
    const owner = await createTestMember({ role: "owner", organizationId });
    await createConsoleClient(service, owner)("DELETE", `/members/${memberId}`);
    assertError(await here("GET", "/organization"), ended);
  });

  test("that signed in with a password that was changed meanwhile", async () => {
    const { memberId, organizationId, here } = await createTwice();
    const visitor = { address: "192.0.2.7", userAgent: null, cookies: null };
    await here("POST", "/sessions/end-others");
    const token = await beginSession({ memberId, organizationId, sessionVersion: 1 }, visitor, {
      method: "password",
      secondFactor: null,
      provedAt: new Date(),
    });
    const [cookie = ""] = (await writeSessionCookie(token)).split(";");
    assertError(await createConsoleClient(service, { cookie }, "")("GET", "/organization"), ended);
  });
});
