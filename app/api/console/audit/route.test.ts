import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import { stringify } from "safe-stable-stringify";
import { actOf } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { sealTrails } from "#lib/audit/seal.ts";
import { createId } from "#lib/core/ids.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { keyCallerOf } from "#lib/testing/key-caller.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

/** A developer of an organization whose trail holds five keys of staging, then a rotation in development. */
async function createTrail() {
  const developer = await createTestMember();
  const { organizationId, memberId } = developer;
  const ids = Array.from({ length: 5 }, () => createId("apiKey"));
  const staging = keyCallerOf({ organizationId, environment: "staging" });
  for (const target of ids) {
    await recordEvent(actOf(staging, "api_key.revoked", { target, before: { name: "=A1" } }));
  }
  const member = { ...keyCallerOf({ organizationId, environment: "development" }), memberId };
  const session = { ...member, via: "session", sessionId: "ses_1", role: "developer" } as const;
  const caller = { ...session, approvedEnvironments: ["development"] } as const;
  await recordEvent(actOf(caller, "cardholder.key_rotated", { target: "usr_1" }));
  const call = createConsoleClient(service, developer, "");
  const list = async (query = "") => (await call("GET", `/audit${query}`)).body.data;
  return { ...developer, ids, call, list };
}

test("200: the newest first, page by page, with names where they are known", async () => {
  const { email, memberId, ids, list } = await createTrail();
  const first = await list("?limit=4");
  assert.equal(first.entries.length, 4);
  const [newest] = first.entries;
  assert.deepEqual(
    [newest.action, newest.actorId, newest.by, newest.environment, newest.sequence],
    ["cardholder.key_rotated", memberId, email, "development", null],
  );
  const rest = await list(`?limit=4&cursor=${first.nextCursor}`);
  assert.equal(rest.nextCursor, null);
  const targets = [...first.entries, ...rest.entries].map(({ target }) => target);
  assert.deepEqual(targets, ["usr_1", ...ids.toReversed()]);
});

test("a member who was removed keeps a name, and gets a link of its own", async () => {
  const { organizationId, call, list } = await createTrail();
  const gone = await createTestMember({ organizationId });
  const owner = await createTestMember({ organizationId, role: "owner" });
  await createConsoleClient(service, owner)("DELETE", `/members/${gone.memberId}`);
  const { entries } = await list(`?target=${gone.memberId}`);
  assert.deepEqual(
    entries.map(({ action, targetName, by }: Record<string, unknown>) => [action, targetName, by]),
    [["member.removed", gone.email, owner.email]],
  );
  const one = await call("GET", `/audit/${entries[0].id}`);
  assert.deepEqual(one.body.data, entries[0]);
});

describe("filters", () => {
  const filters: [string, number][] = [
    ["action=api_key.revoked", 5],
    ["action=receipt.opened", 0],
    ["environment=staging", 5],
    ["environment=production", 0],
    ["actorId=ak_test", 5],
    ["target=usr_1", 1],
    ["target=ak_nobody", 0],
    ["from=2020-01-01T00:00:00Z", 6],
    ["to=2020-01-01T00:00:00Z", 0],
    ["action=api_key.revoked&environment=staging&actorId=ak_test", 5],
  ];
  for (const [query, count] of filters) {
    test(query, async () => {
      const { list } = await createTrail();
      assert.equal((await list(`?${query}`)).entries.length, count);
    });
  }

  const wrong = ["action=sneezed", "environment=prod", "from=yesterday", "cursor=x", "limit=0"];
  for (const query of wrong) {
    test(`400: ${query}`, async () => {
      const { call } = await createTrail();
      const name = query.split("=")[0];
      const details = new RegExp(`^${name}: `);
      assertError(await call("GET", `/audit?${query}`), {
        status: 400,
        code: "invalid_request",
        details,
      });
    });
  }
});

test("nothing of another organization", async () => {
  const { list } = await createTrail();
  const stranger = await createTrail();
  const [entry] = (await list()).entries;
  const answer = await stranger.call("GET", `/audit/${entry.id}`);
  assertError(answer, { status: 404, code: "not_found" });
  assert.equal((await stranger.list()).entries.length, 6);
});

async function download(path: string, cookie: string) {
  const response = await fetch(`${service.url}/api/console/audit/${path}`, {
    headers: { Cookie: cookie },
  });
  assert.equal(response.status, 200);
  return { headers: response.headers, text: await response.text() };
}

test("CSV has the same entries, and no formula", async () => {
  const { cookie } = await createTrail();
  const { headers, text } = await download("export?action=api_key.revoked", cookie);
  assert.match(headers.get("content-disposition") ?? "", /audit-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = text.trimEnd().split("\r\n");
  assert.match(lines[0] ?? "", /^id,at,environment,action,actorKind,actorId,by,/);
  assert.equal(lines.length, 6);
  assert.match(lines[1] ?? "", /"{""name"":""=A1""}"/);
});

test("JSON Lines prove the chain without the service", async () => {
  const { cookie } = await createTrail();
  assert.equal((await download("export-lines", cookie)).text, "");
  await sealTrails();
  const { headers, text } = await download("export-lines", cookie);
  assert.match(headers.get("content-type") ?? "", /^application\/jsonl/);
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.equal(lines.length, 6);
  let previousHash = null;
  for (const { hash: stated, ...line } of lines.reverse()) {
    assert.equal(line.previousHash, previousHash);
    assert.equal(hash("sha256", stringify(line) ?? ""), stated);
    previousHash = stated;
  }
});
