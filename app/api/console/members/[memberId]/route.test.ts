import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import {
  createConsoleClient,
  createTestMember,
  createTestSession,
} from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

async function createTeam() {
  const owner = await createTestMember({ role: "owner" });
  const developer = await createTestMember({ organizationId: owner.organizationId });
  return { owner, developer, call: createConsoleClient(service, owner, "") };
}

const asRole = (role: string) => ({ body: { role } });

test("200: a new role ends the sessions, and counts in new ones", async () => {
  const { developer, call } = await createTeam();
  const theirs = createConsoleClient(service, developer);
  const path = `/members/${developer.memberId}`;
  const answer = await call("PUT", path, asRole("viewer"));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const { id, role } = answer.body.data;
  assert.deepEqual([id, role], [developer.memberId, "viewer"]);
  assertError(await theirs("GET", "/organization"), { status: 401, code: "unauthorized" });
  const cookie = await createTestSession(developer.memberId, { sessionVersion: 2 });
  const again = createConsoleClient(service, { cookie });
  const write = await again("DELETE", "/gateways/gateway_one");
  assertError(write, { status: 403, code: "forbidden" });
});

test("200: the sessions of a removed member end", async () => {
  const { developer, call } = await createTeam();
  const { memberId } = developer;
  const answer = await call("DELETE", `/members/${memberId}`);
  assert.deepEqual(answer.body.data, { memberId, removed: true, keysMade: [] });
  const theirs = createConsoleClient(service, developer);
  assert.equal((await theirs("GET", "/session")).body.data, null);
  const again = await call("DELETE", `/members/${memberId}`);
  assertError(again, { status: 404, code: "not_found" });
});

describe("409: the last owner", () => {
  const expected = { status: 409, code: "conflict" } as const;

  test("can neither step down nor leave", async () => {
    const { owner, call } = await createTeam();
    const path = `/members/${owner.memberId}`;
    assertError(await call("PUT", path, asRole("developer")), expected);
    assertError(await call("DELETE", path), expected);
    assert.equal((await call("PUT", path, asRole("owner"))).status, 200);
  });

  test("can both once there is another", async () => {
    const { owner, developer, call } = await createTeam();
    const other = await call("PUT", `/members/${developer.memberId}`, asRole("owner"));
    assert.equal(other.status, 200);
    assert.equal((await call("DELETE", `/members/${owner.memberId}`)).status, 200);
  });

  test("of two who demote each other at once, one stays an owner", async () => {
    const { owner, developer, call } = await createTeam();
    await call("PUT", `/members/${developer.memberId}`, asRole("owner"));
    const cookie = await createTestSession(developer.memberId, { sessionVersion: 2 });
    const theirs = createConsoleClient(service, { cookie });
    const answers = await Promise.all([
      call("PUT", `/members/${developer.memberId}`, asRole("viewer")),
      theirs("PUT", `/members/${owner.memberId}`, asRole("viewer")),
    ]);
    assert.ok(answers.some(({ status }) => status === 200));
    assert.ok(answers.some(({ status }) => status !== 200));
    const { rows } = await pool().query(
      "SELECT count(*) FROM member WHERE role = 'owner' AND organization_id = $1",
      [owner.organizationId],
    );
    assert.equal(rows[0].count, 1);
  });
});

test("200: a removal names the keys by that member that go on", async () => {
  const { developer, call } = await createTeam();
  const body = { name: "Till", scopes: ["payments:write"] };
  const make = async (environment: string) => {
    const theirs = createConsoleClient(service, developer, environment);
    return (await theirs("POST", "/api-keys", { body })).body.data.apiKey.id as string;
  };
  const [kept, staging, revoked] = [
    await make("development"),
    await make("staging"),
    await make("development"),
  ];
  await createConsoleClient(service, developer)("DELETE", `/api-keys/${revoked}`);
  const { body: answer } = await call("DELETE", `/members/${developer.memberId}`);
  const { keysMade } = answer.data;
  assert.deepEqual(
    keysMade.map(({ id, environment }: Record<string, string>) => [id, environment]),
    [
      [staging, "staging"],
      [kept, "development"],
    ],
  );
});

test("404: a member of another organization, like one who never existed", async () => {
  const { call } = await createTeam();
  const stranger = await createTestMember({ role: "owner" });
  for (const [method, options] of [
    ["PUT", asRole("viewer")],
    ["DELETE", {}],
  ] as const) {
    const foreign = await call(method, `/members/${stranger.memberId}`, options);
    assertError(foreign, { status: 404, code: "not_found" });
    assertSameError(foreign, await call(method, "/members/mem_nobody", options));
  }
});

test("400: an unknown role", async () => {
  const { developer, call } = await createTeam();
  const answer = await call("PUT", `/members/${developer.memberId}`, asRole("admin"));
  assertError(answer, { status: 400, code: "invalid_request", details: /^role: / });
});
