import assert from "node:assert/strict";
import { test } from "node:test";
import { startPoolerStandIn } from "#lib/testing/pooler-stand-in.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { asOwner, createTestDatabase } from "#lib/testing/test-database.ts";
import { findConnectionProblems } from "./check-connections.ts";

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
