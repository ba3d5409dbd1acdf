import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readCommand } from "./read-command.ts";
import { UsageError } from "./usage-error.ts";

describe("says what is wrong with", () => {
  const id = `org_${"0".repeat(31)}1`;
  const wrong: [string[], RegExp][] = [
    [["gold"], /there is no command gold/],
    [["constructor"], /there is no command constructor/],
    [["keys", "list"], /there is no command keys list/],
    [["keys", "rotate", "gold"], /keys are pepper/],
    [["keys", "retire", "column"], /the version is missing/],
    [["keys", "retire", "column", "one"], /the version is not a number/],
    [["keys", "status", "now"], /too many arguments/],
    [["organization"], /the command is missing or unknown/],
    [["organization", "approve"], /the organization id is missing/],
    [["organization", "approve", "Shop"], /the organization id is not one/],
    [["organization", "approve", id, "prod"], /environments are production/],
    [["organization", "tier", id, "gold"], /tiers are free/],
    [["organization", "tier", id, "free", "free"], /too many arguments/],
    [["organization", "list", "--tier", "free"], /organization list has no option --tier/],
    [["organization", "create", "--name", "A", "--kind", "shop"], /--kind: kinds are/],
    [["organization", "list", "--loud"], /--loud/],
    [["organization", "reset-second-factor", "a@test.example"], /there is no command/],
    [["member"], /the command is missing or unknown/],
    [["member", "list"], /there is no command member list/],
    [["member", "reset-second-factor"], /the email is missing/],
    [["member", "reset-second-factor", "someone"], /must be an email address/],
    [["cards"], /the command is missing or unknown/],
    [["cards", "show", "0".repeat(64)], /too many arguments/],
    [["cards", "release"], /the user id or identifier id is missing/],
    [["cards", "show", "--yes"], /cards show has no option --yes/],
    [["cards", "release", id], /the id is neither a user's nor an identifier's/],
    [["payments", "settle"], /the payment id is missing/],
    [["payments", "settle", id], /the payment id is not one/],
    [["escrow", "expire"], /there is no command escrow expire/],
    [["jobs", "run"], /the name of the job is missing/],
    [["audit"], /the command is missing or unknown/],
    [["audit", "verify", "all"], /too many arguments/],
    [["audit", "verify", "--organization", "Shop"], /--organization: .* is not one/],
    [["audit", "verify", "--anchors", "/dev/null"], /--anchors: .* is not what/],
    [["audit", "anchors", "--organization", id], /audit anchors has no option --organization/],
    [["audit", "erase-name"], /the email or member id is missing/],
    [["audit", "erase-name", id], /neither an email nor a member id/],
  ];
  for (const [args, reason] of wrong) {
    test(args.join(" "), async () => {
      await assert.rejects(readCommand(args), (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.message, reason);
        return true;
      });
    });
  }
});

test("reads words, options, and what applies without them", async () => {
  const order = await readCommand(["--json", "keys"]);
  assert.ok(order.kind === "run");
  assert.deepEqual([order.json, order.reach], [true, "service"]);
  const prune = await readCommand(["audit", "prune"]);
  assert.ok(prune.kind === "run" && prune.reach === "owner" && !prune.json);
  assert.match(prune.destroys ?? "", /^Entries older than AUDIT_DAYS/);
  const confirmed = await readCommand(["audit", "prune", "--yes"]);
  assert.ok(confirmed.kind === "run" && confirmed.destroys === undefined);
});

test("helps with everything, with a subject, and with a command", async () => {
  for (const args of [["help"], [], ["--help"], ["-h"]]) {
    const order = await readCommand(args);
    assert.ok(order.kind === "help");
    for (const subject of ["organization", "cards", "payments", "escrow", "jobs", "audit"]) {
      assert.match(order.text, new RegExp(`npm run admin -- ${subject} <command>`));
    }
    assert.ok(order.text.split("\n").every((line) => line.length <= 110));
  }
  const subject = await readCommand(["audit", "--help"]);
  assert.ok(subject.kind === "help" && /prune/.test(subject.text) && !/keys/.test(subject.text));
  const command = await readCommand(["cards", "release", "--help"]);
  assert.ok(command.kind === "help");
  assert.match(
    command.text,
    /^npm run admin -- cards release <user id \| identifier id> \[--yes\] \[--json\]\n/,
  );
});
