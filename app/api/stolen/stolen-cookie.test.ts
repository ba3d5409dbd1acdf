import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forgetSessionsEverywhere } from "#lib/accounts/find-session.ts";
import { hashPassword } from "#lib/accounts/hash-password.ts";
import { pool } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { startAuthServer } from "#lib/testing/auth-server.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { addTestPasskey } from "#lib/testing/passkey-member.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { signInOverHttp, signOutOverHttp } from "#lib/testing/sign-in-over-http.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService();
const auth = setUp(startAuthServer);
const password = "correct horse battery staple";

const ended = { status: 401, code: "unauthorized" } as const;

/** Somebody's session as a thief finds it, ten minutes after its owner has proved who they are. */
async function steal({ production = false, ...options }: Options = {}) {
  const approved = production
    ? (["production", "development"] as const)
    : (["development"] as const);
  const organizationId = await createTestOrganization("free", "platform", approved);
  const passwordHash = await hashPassword(password);
  const member = await createTestMember({ organizationId, passwordHash, ...options });
  const steppedUpAt = new Date(Date.now() - 10 * 60_000);
  const cookie = await createTestSession(member.memberId, { steppedUpAt });
  const { rows } = await pool().query<{ id: string }>(
    "SELECT id FROM session WHERE member_id = $1 ORDER BY id DESC LIMIT 1",
    [member.memberId],
  );
  const thief = createConsoleClient(service, { cookie });
  return { ...member, organizationId, cookie, thief, sessionId: rows[0]?.id ?? "" };
}

type Options = { production?: boolean; role?: "owner" | "developer"; secondFactor?: boolean };

const read = (thief: ConsoleClient) => thief("GET", "/api-keys");

/** Moves a time of a session into the past. The half second for which a process knows it is over then. */
async function age(sessionId: string, column: "created_at" | "last_seen_at", minutes: number) {
  const earlier = `${column} = now() - make_interval(mins => $2)`;
  await pool().query(`UPDATE session SET ${earlier} WHERE id = $1`, [sessionId, minutes]);
  await forgetSessionsEverywhere();
}

/** Whether the use just now is written down, which its answer does not wait for. */
async function isRecorded(sessionId: string): Promise<boolean> {
  const { rowCount } = await pool().query(
    "SELECT FROM session WHERE id = $1 AND last_seen_at > now() - interval '1 minute'",
    [sessionId],
  );
  return rowCount === 1;
}

test("reads what its member may read", async () => {
  const { thief } = await steal();
  assert.equal((await read(thief)).status, 200);
  assert.equal((await thief("GET", "/overview")).status, 200);
});

describe("gets nothing that takes a proof of who one is", () => {
  const wishes: [string, string, object][] = [
    ["POST", "/api-keys", { name: "Thief", scopes: ["payments:read"] }],
    ["POST", "/invitations", { email: "thief@test.example", role: "owner" }],
    ["POST", "/second-factor", {}],
    ["POST", "/passkeys", {}],
    ["PUT", "/gateways/gateway_one", { provider: "sandbox" }],
    ["DELETE", "/organization", { name: "Test" }],
  ];
  for (const [method, path, body] of wishes) {
    test(`${method} ${path}`, async () => {
      const { thief } = await steal({ role: "owner" });
      assertError(await thief(method, path, { body }), { status: 403, code: "step_up_required" });
    });
  }

  test("a wrong password is no proof, and the right one is the owner's to know", async () => {
    const { thief } = await steal();
    assert.equal((await thief("POST", "/step-up", { body: { password: "guess" } })).status, 400);
    const change = { currentPassword: "guess", newPassword: "a long and winding road" };
    assert.ok((await thief("PUT", "/password", { body: change })).status >= 400);
    assertError(await thief("POST", "/sessions/end-others"), {
      status: 403,
      code: "step_up_required",
    });
  });
});

test("does nothing in production without the second factor that an owner must have", async () => {
  const { thief } = await steal({ production: true, role: "owner", secondFactor: false });
  assertError(await read(thief), { status: 403, code: "second_factor_required" });
});

describe("ends", () => {
  test("half an hour after its last use where production is open, else after twelve hours", async () => {
    for (const [production, minutes] of [
      [true, 30],
      [false, 12 * 60],
    ] as const) {
      const { thief, sessionId } = await steal({ production });
      await age(sessionId, "last_seen_at", minutes - 1);
      assert.equal((await read(thief)).status, 200);
      await until(() => isRecorded(sessionId));
      await age(sessionId, "last_seen_at", minutes);
      assertError(await read(thief), ended);
    }
  });

  test("twelve hours or seven days after the sign-in, however often it is used", async () => {
    for (const [production, hours] of [
      [true, 12],
      [false, 7 * 24],
    ] as const) {
      const { thief, sessionId } = await steal({ production });
      for (const left of [60, 30, 2]) {
        await age(sessionId, "created_at", hours * 60 - left);
        assert.equal((await read(thief)).status, 200);
      }
      await age(sessionId, "created_at", hours * 60);
      assertError(await read(thief), ended);
      assertError(await read(thief), ended);
    }
  });

  test("when its member signs out, of which the thief has a copy of the cookie", async () => {
    const { email } = await steal();
    const cookies = await signInOverHttp(auth, { email, password });
    const thief = createConsoleClient(service, { cookie: cookies });
    assert.equal((await read(thief)).status, 200);
    await signOutOverHttp(auth, cookies);
    assertError(await read(thief), ended);
  });

  const changes: [string, (stage: Awaited<ReturnType<typeof steal>>) => Promise<unknown>][] = [
    [
      "the password changes",
      async ({ memberId }) => {
        const own = await ownBrowser(memberId);
        const body = { currentPassword: password, newPassword: "a long and winding road" };
        return await own("PUT", "/password", { body });
      },
    ],
    [
      "the member ends all other sessions",
      async ({ memberId }) => (await ownBrowser(memberId))("POST", "/sessions/end-others"),
    ],
    [
      "the member ends that one",
      async ({ memberId, sessionId }) =>
        (await ownBrowser(memberId))("DELETE", `/sessions/${sessionId}`),
    ],
    [
      "a second factor is added",
      async ({ memberId }) => {
        await addTestPasskey(service, { cookie: await createTestSession(memberId) });
      },
    ],
    [
      "the member gets another role",
      async ({ memberId, organizationId }) => {
        const owner = await createTestMember({ role: "owner", organizationId });
        const call = createConsoleClient(service, owner);
        return await call("PUT", `/members/${memberId}`, { body: { role: "viewer" } });
      },
    ],
    [
      "the member is removed",
      async ({ memberId, organizationId }) => {
        const owner = await createTestMember({ role: "owner", organizationId });
        return await createConsoleClient(service, owner)("DELETE", `/members/${memberId}`);
      },
    ],
  ];
  for (const [name, change] of changes) {
    test(`when ${name}`, async () => {
      const stage = await steal();
      assert.equal((await read(stage.thief)).status, 200);
      await change(stage);
      assertError(await read(stage.thief), ended);
    });
  }
});

async function ownBrowser(memberId: string): Promise<ConsoleClient> {
  return createConsoleClient(service, { cookie: await createTestSession(memberId) });
}

test("cannot be used from another site", async () => {
  const { thief } = await steal();
  const elsewhere = { headers: { Origin: "https://thief.example" }, body: { name: "Thief" } };
  assert.equal((await thief("PUT", "/organization", elsewhere)).status, 403);
});
