import assert from "node:assert/strict";
import { test } from "node:test";
import { startPoolerStandIn } from "#lib/testing/pooler-stand-in.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { asOwner, createTestDatabase } from "#lib/testing/test-database.ts";
import {
  findConnectionProblems,
  findServerProblems,
  logProblems,
  settingProblems,
} from "./check-connections.ts";

const database = setUp(async () => {
  const created = await createTestDatabase();
  // A server that is not set up for UTC, as one that an operator has may be.
  const { pathname } = new URL(created.url);
  const name = pathname.slice(1);
  await asOwner(created.url, `ALTER DATABASE ${name} SET timezone = 'America/New_York'`);
  return { ...created, [Symbol.asyncDispose]: created.drop };
});

test("PostgreSQL itself has what the service asks for", async () => {
  assert.deepEqual(await findConnectionProblems(database.url), []);
});

test("a pooler that drops settings is named with the settings and their remedies", async () => {
  const drops = ["statement_timeout", "options"];
  await using pooler = await startPoolerStandIn(database.url, { drops });
  const problems = await findConnectionProblems(pooler.url);
  assert.deepEqual(
    problems.map((problem) => /ALTER ROLE <its user> SET (.+)$/.exec(problem)?.[1]),
    ["statement_timeout = '30s'", "timezone = 'UTC'"],
  );
});

test("a pooler that loses prepared statements is named with what to use instead", async () => {
  await using pooler = await startPoolerStandIn(database.url, { shares: true });
  const problems = await findConnectionProblems(pooler.url);
  assert.equal(problems.length, 1, problems.join());
  assert.match(problems.join(), /^prepared statements .* max_prepared_statements above 0/);
});

test("a server that is older than what the service was made for is named", () => {
  const settings = { statementTimeoutMs: 30_000, timeZone: "UTC" };
  assert.deepEqual(settingProblems({ ...settings, version: 15_00_00 }), []);
  assert.match(settingProblems({ ...settings, version: 14_00_19 }).join(), /^PostgreSQL 14 is too/);
});

test("a clock that is off by more than seconds is named with how far, and which way", async () => {
  const at = (shiftMs: number) =>
    findServerProblems(database.url, { productionMode: false, now: () => Date.now() + shiftMs });
  assert.deepEqual(await at(0), []);
  assert.match((await at(3_600_000)).join(), /this machine is 36\d\d s ahead of PostgreSQL's/);
  assert.match((await at(-3_600_000)).join(), /this machine is 3[56]\d\d s behind PostgreSQL's/);
});

test("in production, a log that would have the values of rows is named", async () => {
  assert.deepEqual(await findServerProblems(database.url, { productionMode: true }), []);
  const usual = { minMessages: "warning", verbosity: "default", minStatement: "error" };
  assert.match(logProblems(usual).join(), /log_error_verbosity = terse/);
  const terse = { ...usual, verbosity: "terse" };
  assert.equal(logProblems(terse).length, 1);
  assert.deepEqual(logProblems({ ...terse, minStatement: "panic" }), []);
});
