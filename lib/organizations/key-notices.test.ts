import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { readLetters } from "#lib/testing/read-letters.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { announceKeys, announceUnusedKeys } from "./key-notices.ts";

const service = setUpTestService();
beforeEach(() => pool().query("DELETE FROM api_key"));

async function createTeam() {
  const owner = await createTestMember({ role: "owner" });
  const { organizationId } = owner;
  const other = await createTestMember({ role: "owner", organizationId });
  const developer = await createTestMember({ organizationId });
  const call = createConsoleClient(service, developer);
  const create = async (name: string) => {
    const body = { name, scopes: ["payments:write"] };
    assert.equal((await call("POST", "/api-keys", { body })).status, 201);
  };
  return { owner, other, developer, create };
}

test("every owner is told once of the keys that members make, in one letter", async () => {
  const { owner, other, developer, create } = await createTeam();
  await create("Till one");
  await create("Visit evil.example");
  await announceKeys();
  await announceKeys();
  for (const { email } of [owner, other]) {
    const letters = await readLetters(email);
    assert.deepEqual(
      letters.map(({ subject }) => subject),
      ["2 new API keys of Test"],
    );
    const [[one, by] = [], [two] = []] = letters[0]?.facts ?? [];
    assert.match(one ?? "", /^Till one \(ssk_dev_…?\S*, development\)$/);
    assert.match(by ?? "", new RegExp(`^by ${developer.email}, .* UTC$`));
    assert.match(two ?? "", /^Visit evil\. example /);
  }
  assert.deepEqual(await readLetters(developer.email), []);

  await create("Till two");
  await announceKeys();
  assert.equal((await readLetters(owner.email))[0]?.subject, "A new API key of Test");
});

test("the owners are told however long no job has run", async () => {
  const { owner, create } = await createTeam();
  await create("Till");
  await pool().query("UPDATE api_key SET created_at = created_at - interval '10 days'");
  await announceKeys();
  await announceKeys();
  assert.equal((await readLetters(owner.email)).length, 1);
});

test("of runs at once, one tells", async () => {
  const { owner, create } = await createTeam();
  await create("Till");
  await Promise.all([announceKeys(), announceKeys(), announceKeys()]);
  assert.equal((await readLetters(owner.email)).length, 1);
});

test("the owners are told of a key that nobody has used for 90 days, until it is used again", async () => {
  const { owner } = await createTeam();
  await createTestKey({ organizationId: owner.organizationId });
  const age = (days: number) =>
    pool().query(
      "UPDATE api_key SET created_at = now() - interval '1 year', last_used_at = now() - make_interval(days => $1)",
      [days],
    );
  const told = async () => (await readLetters(owner.email)).length;
  await age(89);
  await announceUnusedKeys();
  assert.equal(await told(), 0);
  await age(91);
  await announceUnusedKeys();
  await announceUnusedKeys();
  assert.equal(await told(), 1);

  await pool().query("UPDATE key_notice SET created_at = now() - interval '200 days'");
  await age(100);
  await announceUnusedKeys();
  assert.equal(await told(), 2);
});

test("keys that are revoked or have expired are nobody's concern", async () => {
  const { owner } = await createTeam();
  const { organizationId } = owner;
  await createTestKey({ organizationId, revokedAt: new Date() });
  await createTestKey({ organizationId, expiresAt: new Date(Date.now() - 1000) });
  await pool().query("UPDATE api_key SET created_at = now() - interval '1 year'");
  await announceUnusedKeys();
  assert.deepEqual(await readLetters(owner.email), []);
});
