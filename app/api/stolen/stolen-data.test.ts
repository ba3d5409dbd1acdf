import assert from "node:assert/strict";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { flushAnnouncements } from "#lib/push/announce.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { pool } from "#lib/storage/database.ts";
import { findNamed } from "#lib/testing/named-secrets.ts";
import { createOneOfEverything, type Everything } from "#lib/testing/one-of-everything.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { testDataDirectory } from "#lib/testing/test-database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { admitVisitors } from "#lib/visits/visitors.ts";

const service = setUpTestService();
setUp(admitVisitors);
const startedAt = Date.now();
const everything: Everything = setUp(async () => {
  const filled = await createOneOfEverything(service);
  await Promise.all([flushRequestLog(), flushAnnouncements()]);
  return filled;
});

/** Nothing of a user, or written by jobs alone. */
const emptyTables = [
  "audit_anchor",
  "audit_link",
  "demo_item",
  "demo_organization",
  "demo_step",
  "erasure",
  "gateway_event",
  "gateway_event_type",
  "job_run",
  "key_move",
  "key_notice",
  "mail_bounce",
  "passkey_challenge",
  "payment_sum",
  "refund_limit",
  "restore",
  "sandbox_notice",
  "sandbox_payment",
  "second_factor_reset",
  "service_process",
  "shop_name",
  "signature_requirement",
];

/** Every column of every table, as bytes. */
async function dumpColumns(): Promise<Map<string, Buffer>> {
  const { rows: columns } = await pool().query<{ table: string; column: string; type: string }>(
    `SELECT c.table_schema || '.' || c.table_name AS table, c.column_name AS column,
            c.data_type AS type
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE' AND c.table_schema IN ('public', 'graphile_worker')
     ORDER BY c.table_name, c.ordinal_position`,
  );
  const dump = new Map<string, Buffer>();
  for (const { table, column, type } of columns) {
    const value = type === "bytea" ? `"${column}"` : `convert_to("${column}"::text, 'UTF8')`;
    const { rows } = await pool().query<{ value: Buffer }>(
      `SELECT ${value} AS value FROM ${table} WHERE "${column}" IS NOT NULL`,
    );
    const values = rows.flatMap((row) => [row.value, Buffer.from("\n")]);
    dump.set(`${table}.${column}`.replace(/^public\./, ""), Buffer.concat(values));
  }
  return dump;
}

/** The columns that SECURITY.md says can be read. */
async function readDocumented(): Promise<string[]> {
  const text = await readFile(join(import.meta.dirname, "../../../SECURITY.md"), "utf8");
  const [, section = ""] = /^## What a thief gets\n(.*?)^## /ms.exec(text) ?? [];
  return [...section.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, name = ""]) => name).sort();
}

test("stolen database: no secret is in any column, and one of everything is in it", async () => {
  const dump = await dumpColumns();
  const tables = Map.groupBy(dump, ([name]) => name.slice(0, name.lastIndexOf(".")));
  const empty = [...tables].filter(([, columns]) =>
    columns.every(([, bytes]) => bytes.length === 0),
  );
  assert.deepEqual(
    empty.map(([table]) => table).filter((table) => !table.startsWith("graphile_worker.")),
    emptyTables,
  );
  assert.ok(everything.secrets.length > 40);
  const found = [...dump].flatMap(([column, bytes]) =>
    findNamed(bytes, everything.secrets).map((name) => `${name} in ${column}`),
  );
  assert.deepEqual(found, []);
});

test("stolen database: what can be read is exactly what SECURITY.md says", async () => {
  const dump = await dumpColumns();
  const readable = [...dump].filter(
    ([, bytes]) => findNamed(bytes, everything.readable).length > 0,
  );
  assert.deepEqual(readable.map(([column]) => column).sort(), await readDocumented());
});

/** What opens the rest of the folder, and belongs in another place than its backups. */
const keyFiles = ["secrets.env", "web-push.env"];

async function readBackup(): Promise<Buffer> {
  const { rows } = await pool().query<{ oid: string }>(
    "SELECT oid::text FROM pg_database WHERE datname = current_database()",
  );
  const cluster = testDataDirectory();
  const folders = [join(cluster, "base", rows[0]?.oid ?? ""), join(cluster, "pg_wal")];
  const files = [...folders, service.dataDir].map(async (folder) => {
    const names = (await readdir(folder, { recursive: true })).filter((n) => !keyFiles.includes(n));
    return await Promise.all(names.map((name) => readRecent(join(folder, name))));
  });
  return Buffer.concat((await Promise.all(files)).flat());
}

/** The file, if it has been written to since these tests began. */
async function readRecent(path: string): Promise<Buffer> {
  const { mtimeMs } = await stat(path);
  const isRecent = mtimeMs >= startedAt - 1_000;
  return isRecent ? await readFile(path).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
}

test("stolen backup: no secret is in the files of the database and the data folder", async () => {
  const files = await readdir(service.dataDir);
  assert.ok(files.includes("secrets.env"), files.join());
  const backup = await readBackup();
  assert.ok(findNamed(backup, everything.readable).includes("owner's email"));
  assert.deepEqual(findNamed(backup, everything.secrets), []);
});

test("stolen log: holds addresses and payment ids, and no secret, name, email, device, or reference", async () => {
  const log = Buffer.from(service.logLines.join("\n"));
  assert.deepEqual(findNamed(log, everything.secrets), []);
  assert.deepEqual(findNamed(log, everything.readable).sort(), ["address", "payment id"]);
});
