import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { runQuery } from "#lib/testing/digest-tables.ts";
import { createTestDatabase, type TestDatabase } from "#lib/testing/test-database.ts";
import {
  distribution,
  misfitColumns,
  misfitKeys,
  misfitTriggers,
  type Place,
} from "./distribution.ts";

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

const query = <Row extends object>(text: string) => runQuery<Row>(database.ownerUrl, text);

const namesOf = (misfits: typeof misfitKeys) => misfits.flatMap(({ names }) => names).sort();

const isSpread = (place: Place | undefined) => typeof place === "object";

const spread = Object.entries(distribution).flatMap(([table, place]) =>
  typeof place === "object" ? [{ table, ...place }] : [],
);

const PUBLIC = "relnamespace = 'public'::regnamespace";

describe("the distribution of the tables", () => {
  test("names every table once, and no other", async () => {
    const tables = await query<{ relname: string }>(
      `SELECT relname FROM pg_class WHERE ${PUBLIC} AND relkind IN ('r', 'p')`,
    );
    assert.deepEqual(tables.map(({ relname }) => relname).sort(), Object.keys(distribution).sort());
  });

  test("has columns that are never null, of one type in a group", async () => {
    const columns = await query<{ name: string; type: string; required: boolean }>(
      `SELECT relname || '.' || attname AS name, format_type(atttypid, atttypmod) AS type,
              attnotnull AS required
       FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
       WHERE ${PUBLIC} AND relkind = 'r' AND attnum > 0 AND NOT attisdropped`,
    );
    const byName = new Map(columns.map((column) => [column.name, column]));
    const found = spread.map(({ table, by, group }) => {
      const column = byName.get(`${table}.${by}`);
      assert.ok(column, `${table} has no column ${by}`);
      return { ...column, group };
    });
    const nullable = found.filter(({ required }) => !required).map(({ name }) => name);
    assert.deepEqual(nullable.sort(), namesOf(misfitColumns));

    for (const [group, members] of Map.groupBy(found, (column) => column.group)) {
      assert.equal(new Set(members.map(({ type }) => type)).size, 1, group);
    }
  });

  test("is part of every unique key of a table that is spread", async () => {
    const keys = await query<{ name: string; table: string; columns: string[] }>(
      `SELECT i.relname AS name, t.relname AS table, ARRAY(
         SELECT attname::text FROM pg_attribute
         WHERE attrelid = indrelid AND attnum = ANY ((indkey::int2[])[0:indnkeyatts - 1])) AS columns
       FROM pg_index JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
       WHERE (indisunique OR indisexclusion) AND t.${PUBLIC}`,
    );
    assert.ok(keys.length > 60, `${keys.length} keys`);
    const without = keys.filter(({ table, columns }) => {
      const place = distribution[table];
      return typeof place === "object" && !columns.includes(place.by);
    });
    assert.deepEqual(without.map(({ name }) => name).sort(), namesOf(misfitKeys));
  });

  test("lets every foreign key be checked on one machine", async () => {
    const keys = await query<ForeignKey>(
      `SELECT conname AS name, f.relname AS from, t.relname AS to, confdeltype = 'c' OR confupdtype = 'c' AS cascades
       FROM pg_constraint JOIN pg_class f ON f.oid = conrelid JOIN pg_class t ON t.oid = confrelid
       WHERE contype = 'f' AND f.${PUBLIC}`,
    );
    assert.ok(keys.length > 30, `${keys.length} keys`);
    assert.deepEqual(
      keys.filter((key) => !isCheckable(key)).map(({ name }) => name),
      [],
    );
  });

  test("has the triggers in its list of what does not fit, and no other", async () => {
    const triggers = await query<{ table: string; name: string }>(
      `SELECT relname AS table, relname || '.' || tgname AS name
       FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND ${PUBLIC}`,
    );
    const refused = triggers.filter(({ table }) => distribution[table] !== "local");
    assert.deepEqual(refused.map(({ name }) => name).sort(), namesOf(misfitTriggers));
  });
});

type ForeignKey = { name: string; from: string; to: string; cascades: boolean };

/** None of this schema's keys between two tables that are spread is of the columns that they are spread by. */
function isCheckable({ from, to, cascades }: ForeignKey): boolean {
  const [source, target] = [distribution[from], distribution[to]];
  if (target === "reference") return true;
  if (isSpread(source) || isSpread(target)) return false;
  return source === "local" || !cascades;
}
