import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { parseEnv } from "node:util";
import { prepareJobQueue } from "#lib/jobs/job-queue.ts";
import type { KeyStatus } from "#lib/keys/key-status.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember } from "#lib/testing/console-client.ts";
import { createAdmin } from "#lib/testing/run-admin.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { readCommand } from "./read-command.ts";

const service = setUpTestService();

const runAdmin = createAdmin(service);
const admin = (...args: string[]) => runAdmin(args);

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

test("verifies the audit trail, also against anchors that were kept", async () => {
  const id = await createTestOrganization("free", "merchant", ["development"]);
  admin("organization", "tier", id, "premium");
  const anchors = admin("audit", "anchors", "--json");
  const anchor = JSON.parse(anchors.stdout).find(
    ({ organizationId }: { organizationId: string }) => organizationId === id,
  );
  assert.deepEqual([anchor.sequence, anchor.hash.length], [1, 64]);
  const file = join(service.dataDir, "anchors.json");
  writeFileSync(file, anchors.stdout);

  const verified = admin("audit", "verify", "--anchors", file);
  assert.equal(verified.status, 0, verified.stderr);
  assert.match(verified.stdout, /nothing has changed\n$/);
  const tier = "GRANT UPDATE ON audit_entry TO CURRENT_USER; UPDATE audit_entry SET";
  await asOwner(service.databaseUrl, `${tier} device = 'x' WHERE organization_id = '${id}'`);
  const changed = admin("audit", "verify", "--anchors", file, "--organization", id);
  assert.equal(changed.status, 1);
  assert.match(changed.stdout, /^✗ entry aud_\w+, number 1, of org_\w+ is not as it was sealed\n/);
  const json = JSON.parse(admin("audit", "verify", "--json", "--organization", id).stdout);
  assert.deepEqual([json.entries, json.findings[0].kind], [1, "changed"]);

  writeFileSync(file, JSON.stringify([{ ...anchor, sequence: 9 }]));
  const cut = admin("audit", "verify", "--anchors", file, "--organization", id);
  assert.match(cut.stdout, /number 9, of org_\w+ is in an anchor, but the chain ends before/);
});

test("keys: counts what needs each version, and rotates where the service keeps its secrets", async () => {
  const { keys } = JSON.parse(admin("keys", "--json").stdout);
  const found = keys.map((key: KeyStatus) => [key.purpose, key.version, key.state]);
  const purposes = ["column", "escrow", "pepper", "session"];
  assert.deepEqual(
    found,
    purposes.map((purpose) => [purpose, 1, "current"]),
  );
  assert.match(admin("keys", "status").stdout, /^column 1 +current +since \d{4}-/);

  const path = join(service.dataDir, "secrets.env");
  const before = parseEnv(readFileSync(path, "utf8"));
  const rotated = admin("keys", "rotate", "column");
  assert.equal(rotated.status, 0, rotated.stderr);
  assert.match(rotated.stdout, /has version 2 of COLUMN_KEYS: restart/);
  const after = parseEnv(readFileSync(path, "utf8"));
  assert.match(after.COLUMN_KEYS ?? "", /^2:[^,]{44},1:/);
  assert.ok(after.COLUMN_KEYS?.endsWith(`,${before.COLUMN_KEYS}`));
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual({ ...after, COLUMN_KEYS: before.COLUMN_KEYS }, before);
  assert.match(admin("keys", "rotate", "column").stderr, /is being rotated/);

  const { state } = JSON.parse(admin("keys", "rotate", "session", "--json").stdout);
  assert.equal(state, "written");
  const { SESSION_SECRET_PREVIOUS } = parseEnv(readFileSync(path, "utf8"));
  assert.equal(SESSION_SECRET_PREVIOUS, before.SESSION_SECRET);
  const { rows } = await pool().query(
    "SELECT target FROM audit_entry WHERE action = 'secret.rotated' ORDER BY id",
  );
  assert.deepEqual(rows, [{ target: "column 2" }, { target: "session 2" }]);
});

test("keys: shows the new key where the secrets are elsewhere, and leaves the file alone", () => {
  const path = join(service.dataDir, "secrets.env");
  const before = readFileSync(path, "utf8");
  const { status, stdout } = runAdmin(["keys", "rotate", "pepper"], {
    env: { CARD_PEPPERS: "1:elsewhere" },
  });
  assert.equal(status, 0);
  assert.match(
    stdout,
    /Version 2 of CARD_PEPPERS {2}\(shown once\): 2:[A-Za-z0-9+/]{43}=\n1\. Add it/,
  );
  assert.equal(readFileSync(path, "utf8"), before);
});

test("keys: has a process of the service move the data now", async () => {
  await prepareJobQueue();
  assert.equal(admin("keys", "reencrypt", "--json").status, 0);
  assert.equal(admin("keys", "reencrypt").status, 0);
  const { rows } = await pool().query(
    "SELECT task_identifier FROM graphile_worker.jobs WHERE task_identifier = 'move-keys'",
  );
  assert.equal(rows.length, 1);
});

test("signs a member out everywhere", async () => {
  const { organizationId, email, cookie } = await createTestMember({ role: "viewer" });
  const call = createConsoleClient(service, { cookie }, "");
  assert.equal((await call("GET", "/sessions")).status, 200);
  const ended = admin("member", "end-sessions", email.toUpperCase());
  assert.deepEqual([ended.status, ended.stdout], [0, `${email} is signed out everywhere\n`]);
  assertError(await call("GET", "/sessions"), { status: 401, code: "unauthorized" });
  const { rows } = await pool().query(
    "SELECT action, actor_kind AS by, after FROM audit_entry WHERE organization_id = $1",
    [organizationId],
  );
  const after = { reason: "ended_by_operator" };
  assert.deepEqual(rows, [{ action: "session.ended", by: "operator", after }]);
});

test("removes a member's second factors", async () => {
  const { email } = await createTestMember({ role: "owner" });
  const reset = admin("member", "reset-second-factor", email.toUpperCase(), "--yes");
  assert.equal(reset.status, 0, reset.stderr);
  assert.equal(reset.stdout, `${email} signs in with the password alone\n`);
  const passkeys = await prisma().passkey.count({ where: { member: { email } } });
  assert.equal(passkeys, 0);
});

describe("says what is wrong", () => {
  const id = `org_${"0".repeat(31)}1`;
  for (const [args, status, reason] of [
    [["gold"], 2, /there is no command gold\n\nnpm run admin -- help says/],
    [["organization", "approve", id], 1, /No such organization/],
  ] as const) {
    test(args.join(" "), () => {
      const result = admin(...args);
      assert.deepEqual([result.status, result.stdout], [status, ""]);
      assert.match(result.stderr, reason);
    });
  }

  const refused: [string[], RegExp][] = [
    [["audit", "verify", "all"], /too many arguments/],
    [["keys", "retire", "column", "1", "--yes"], /column 1 is the current version/],
    [["keys", "retire", "column", "9", "--yes"], /No process has used column 9/],
    [["member", "reset-second-factor", "a@test.example", "--yes"], /No member has this email/],
    [["member", "end-sessions", "a@test.example"], /No member has this email/],
    [
      ["audit", "erase-name", "a@test.example", "--yes"],
      /No removed member is kept under this name/,
    ],
    [["jobs", "run", "gold"], /There is no job gold/],
    [["payments", "settle", `pay_${"0".repeat(32)}`], /No such payment waits/],
    [["cards", "release", `usr_${"0".repeat(32)}`, "--yes"], /No such user/],
  ];
  for (const [args, message] of refused) {
    test(args.join(" "), () => assert.rejects(runHere(args), { message }));
  }

  test("help", () => {
    const { status, stdout } = admin("help");
    assert.equal(status, 0);
    assert.match(stdout, /organization <command>/);
  });
});

/** In this process: another one for each takes longer than what it does. */
async function runHere(args: string[]): Promise<void> {
  const order = await readCommand(args);
  assert.ok(order.kind === "run");
  await order.run();
}
