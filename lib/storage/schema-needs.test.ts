import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { findMissing, findUnmetNeed, takesAway } from "./schema-needs.ts";

const EXPAND = "20261201120000_tips_beside_amounts";
const CONTRACT = "20270110090000_drop_tip_needs_20261201120000";

describe("a schema that is ahead of the code is served", () => {
  const cases: [string, string[], string[], string | undefined][] = [
    ["where it only has more", [EXPAND, "20261202090000_index"], [], undefined],
    ["where the code can do without what is gone", [EXPAND, CONTRACT], [EXPAND], undefined],
    [
      "and not where it cannot",
      ["20261101000000_init", CONTRACT],
      ["20261101000000_init"],
      CONTRACT,
    ],
    ["by the code that has the migration itself", [CONTRACT], [CONTRACT], undefined],
  ];
  for (const [name, applied, known, unmet] of cases) {
    test(name, () => assert.equal(findUnmetNeed(applied, known), unmet));
  }
});

test("code serves without a migration that takes away, and without no other", () => {
  assert.equal(findMissing([EXPAND], [EXPAND, CONTRACT]), undefined);
  assert.equal(findMissing([CONTRACT], [EXPAND, CONTRACT]), EXPAND);
});

describe("takes something away", () => {
  for (const sql of [
    "ALTER TABLE payment DROP COLUMN tip",
    "ALTER TABLE payment\n  ADD COLUMN a int,\n  DROP COLUMN tip;",
    "DROP TABLE IF EXISTS tip;",
    "alter table payment rename column tip to gratuity",
    "ALTER TYPE payment_status RENAME VALUE 'failed' TO 'refused'",
    "ALTER TABLE payment ALTER COLUMN tip SET NOT NULL",
    "ALTER TABLE payment ALTER COLUMN tip SET DATA TYPE text",
    "ALTER TABLE payment ADD COLUMN tip int NOT NULL",
  ]) {
    test(sql, () => assert.equal(takesAway(sql), true));
  }
});

describe("takes nothing away", () => {
  for (const sql of [
    "CREATE TABLE tip (id text NOT NULL, amount bigint NOT NULL)",
    "ALTER TABLE payment ADD COLUMN tip int",
    "ALTER TABLE payment ADD COLUMN tip int NOT NULL DEFAULT 0",
    "ALTER TYPE payment_status ADD VALUE 'refused'",
    "DROP INDEX payment_tip_idx; -- DROP TABLE tip",
  ]) {
    test(sql, () => assert.equal(takesAway(sql), false));
  }
});

test("every migration that takes something away names what the code has to have", () => {
  const folder = join(import.meta.dirname, "../../prisma/migrations");
  const names = readdirSync(folder).filter((name) => /^\d{14}_/.test(name));
  const unnamed = names
    .filter((name) => !/_needs_\d{14}$/.test(name))
    .filter((name) => takesAway(readFileSync(join(folder, name, "migration.sql"), "utf8")));
  assert.deepEqual(unnamed, []);
  for (const name of names) {
    const needed = /_needs_(\d{14})$/.exec(name)?.[1] ?? name;
    assert.ok(
      names.some((one) => one.startsWith(needed)),
      name,
    );
  }
});
