import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pool } from "#lib/storage/database.ts";

// From the working folder, which is the project's root: Next's bundler also sees this file, and has no
// import.meta.dirname.
const folder = join(process.cwd(), "prisma/migrations");

type SchemaState = { isMigrated: boolean; hasJobQueue: boolean };

/** Anybody may ask as often as they like, so the database is asked once in this time. */
const FRESH_MS = 1000;

type Asked = { db: object; at: number; state: Promise<SchemaState> };

const latest: { asked?: Asked } = {};

/** Whether the database has all of the project's migrations, and the tables of the job queue. */
export async function readSchemaState(): Promise<SchemaState> {
  const db = pool();
  const now = performance.now();
  const { asked } = latest;
  if (asked?.db === db && now - asked.at < FRESH_MS) return await asked.state;

  const state = selectSchemaState();
  latest.asked = { db, at: now, state };
  return await state;
}

/** By hand: the tables are those of Prisma and of the queue, which the schema does not have. */
async function selectSchemaState(): Promise<SchemaState> {
  const { rows } = await pool().query<{ applied: string[]; hasJobQueue: boolean }>(
    `SELECT array_agg(migration_name) AS applied,
            to_regclass('graphile_worker.jobs') IS NOT NULL AS "hasJobQueue"
     FROM _prisma_migrations WHERE finished_at IS NOT NULL`,
  );
  const applied = new Set(rows[0]?.applied);
  const entries = await readdir(folder, { withFileTypes: true });
  return {
    isMigrated: entries.every((entry) => !entry.isDirectory() || applied.has(entry.name)),
    hasJobQueue: rows[0]?.hasJobQueue ?? false,
  };
}
