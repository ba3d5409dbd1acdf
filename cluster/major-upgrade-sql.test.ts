import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import * as sql from "./major-upgrade-sql.ts";

test("an operator is told to run what the trial runs", async () => {
  const guide = normalize(await readFile(join(import.meta.dirname, "../docs/upgrade.md"), "utf8"));
  const given = {
    endSessions: sql.endSessions(":'stopped'"),
    hasConfirmed: sql.hasConfirmed(":'end'"),
    subscribe: sql.subscribe("host=pg-15.internal"),
    subscribeFromNow: sql.subscribeFromNow("host=pg-18.internal", 15),
  };
  const statements = Object.entries({ ...sql, ...given }).map(([name, statement]) => {
    assert.equal(typeof statement, "string", `${name} needs its values here`);
    return normalize(String(statement));
  });
  const untold = statements.filter((statement) => !guide.includes(statement));
  assert.deepEqual(untold, []);
});

function normalize(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
