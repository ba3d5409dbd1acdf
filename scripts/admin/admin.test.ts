import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, test } from "node:test";
import { prisma } from "#lib/storage/database.ts";
import { createTestMember } from "#lib/testing/console-client.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();

function admin(...args: string[]) {
  const script = join(import.meta.dirname, "../admin.ts");
  const { PATH = "", HOME = "" } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: "utf8",
    env: {
      NODE_ENV: "test",
      PATH,
      HOME,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: service.dataDir,
    },
  });
  return { status, stdout, stderr };
}

test("lists, approves, changes the tier, and suspends", async () => {
  const id = await createTestOrganization("free", "merchant", ["development"]);
  const listed = JSON.parse(admin("organization", "list", "--json").stdout);
  const { name, approvedEnvironments } = listed.find((row: { id: string }) => row.id === id);
  assert.deepEqual([name, approvedEnvironments], ["Test", ["development"]]);

  const approved = admin("organization", "approve", id, "staging");
  assert.equal(approved.status, 0, approved.stderr);
  assert.match(approved.stdout, /may act in: staging, development/);
  const upgraded = admin("organization", "tier", id, "premium", "--json");
  assert.equal(JSON.parse(upgraded.stdout).tier, "premium");
  assert.match(admin("organization", "suspend", id).stdout, /may act in: nowhere/);
});

test("creates an organization whose owner signs in with the password that is printed", () => {
  const fields = ["--name", "Bäckerei", "--kind", "merchant", "--email", "Baker@test.example"];
  const created = admin("organization", "create", ...fields, "--json");
  assert.equal(created.status, 0, created.stderr);
  const { organizationId, email, password } = JSON.parse(created.stdout);
  assert.match(organizationId, /^org_/);
  assert.equal(email, "baker@test.example");
  assert.ok(password.length >= 24);
  const again = admin("organization", "create", ...fields);
  assert.deepEqual([again.status, again.stdout], [1, ""]);
  assert.match(again.stderr, /account with this email already/);
});

test("removes a member's second factors", async () => {
  const { email } = await createTestMember({ role: "owner" });
  const reset = admin("member", "reset-second-factor", email.toUpperCase());
  assert.equal(reset.status, 0, reset.stderr);
  assert.equal(reset.stdout, `${email} signs in with the password alone\n`);
  const passkeys = await prisma().passkey.count({ where: { member: { email } } });
  assert.equal(passkeys, 0);
});

describe("says what is wrong", () => {
  const id = `org_${"0".repeat(31)}1`;
  const wrong: [string[], number, RegExp][] = [
    [["keys"], 2, /there is no command keys/],
    [["organization"], 2, /the command is missing or unknown/],
    [["organization", "approve"], 2, /the organization id is missing/],
    [["organization", "approve", "Shop"], 2, /the organization id is not one/],
    [["organization", "approve", id, "prod"], 2, /environments are production/],
    [["organization", "tier", id, "gold"], 2, /tiers are free/],
    [["organization", "tier", id, "free", "free"], 2, /too many arguments/],
    [["organization", "list", "--tier", "free"], 2, /no options but --json/],
    [["organization", "create", "--name", "A", "--kind", "shop"], 2, /--kind: kinds are/],
    [["organization", "list", "--loud"], 2, /--loud/],
    [["organization", "approve", id], 1, /No such organization/],
    [["member"], 2, /the command is missing or unknown/],
    [["member", "list"], 2, /the command is missing or unknown/],
    [["organization", "reset-second-factor", "a@test.example"], 2, /missing or unknown/],
    [["member", "reset-second-factor"], 2, /the email is missing/],
    [["member", "reset-second-factor", "someone"], 2, /must be an email address/],
    [["member", "reset-second-factor", "a@test.example"], 1, /Nobody has this email/],
  ];
  for (const [args, status, reason] of wrong) {
    test(args.join(" "), () => {
      const result = admin(...args);
      assert.deepEqual([result.status, result.stdout], [status, ""]);
      assert.match(result.stderr, reason);
    });
  }

  test("help, and without anything", () => {
    for (const args of [["help"], [], ["--help"]]) {
      const { status, stdout } = admin(...args);
      assert.equal(status, 0);
      assert.match(stdout, /organization <command>/);
    }
  });
});
