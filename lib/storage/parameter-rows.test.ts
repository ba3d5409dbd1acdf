import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { connectDatabase } from "./connect-database.ts";
import { closeDatabase, pool } from "./database.ts";
import { parameterRows } from "./parameter-rows.ts";

let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
});
after(async () => {
  await closeDatabase();
  await drop();
});

const ofEachType = parameterRows({
  label: "text",
  rawBytes: "bytea",
  at: "timestamptz",
  small: "smallint",
  whole: "int",
  large: "bigint",
  ratio: "real",
  environment: "environment",
});

type Row = Parameters<typeof ofEachType.values>[0][number];

const full: Row = {
  label: `\\x00 {"a",b} 'c' NULL ü € 🧾`,
  rawBytes: Buffer.from("00ff5c22", "hex"),
  at: new Date("2026-02-28T23:59:59.999Z"),
  small: -32_768,
  whole: 2_147_483_647,
  large: Number.MAX_SAFE_INTEGER,
  ratio: 0.5,
  environment: "staging",
};

const least: Row = {
  label: "",
  rawBytes: new Uint8Array(),
  at: new Date("1969-12-31T23:59:59.999Z"),
  small: 32_767,
  whole: -2_147_483_648,
  large: Number.MIN_SAFE_INTEGER,
  ratio: -0.25,
  environment: "production",
};

const empty = Object.fromEntries(Object.keys(full).map((name) => [name, null])) as Row;

async function readBack(rows: readonly Row[]) {
  const { rows: read } = await pool().query({
    text: `SELECT ${ofEachType.list}`,
    values: ofEachType.values(rows),
  });
  return read;
}

/** As the driver reads it: names of columns, and a Buffer for any bytes. */
function asRead({ rawBytes, ...row }: Row) {
  return {
    ...row,
    raw_bytes: rawBytes && Buffer.from(rawBytes),
  };
}

test("PostgreSQL reads each value as it was given", async () => {
  const rows = [full, empty, least];
  assert.deepEqual(await readBack(rows), rows.map(asRead));
});

test("one row, and none", async () => {
  assert.deepEqual(await readBack([least]), [asRead(least)]);
  assert.deepEqual(await readBack([]), []);
});

test("a thousand rows stay in order", async () => {
  const rows = Array.from({ length: 1_000 }, (_, whole) => ({ ...least, whole }));
  assert.deepEqual(
    (await readBack(rows)).map(({ whole }) => whole),
    rows.map(({ whole }) => whole),
  );
});

test("a number that the type cannot hold is refused", () => {
  assert.throws(() => ofEachType.values([{ ...full, small: 32_768 }]), RangeError);
  assert.throws(() => ofEachType.values([{ ...full, whole: 0.5 }]), RangeError);
  assert.throws(() => ofEachType.values([{ ...full, large: 0.5 }]), RangeError);
});

test("names are those of columns", () => {
  assert.equal(parameterRows({ cardIndex: "bytea", at: "text" }).names, '"card_index", "at"');
});
