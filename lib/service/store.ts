import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pool } from "#lib/storage/database.ts";
import { findUnmetNeed } from "#lib/storage/schema-needs.ts";

// From the working folder, which is the project's root: Next's bundler also sees this file, and has no
// import.meta.dirname.
const folder = join(process.cwd(), "prisma/migrations");

type SchemaState = {
  isMigrated: boolean;
  /** Whether a newer version has taken away what this one needs. */
  isOutdated: boolean;
  hasJobQueue: boolean;
};

/** Anybody may ask as often as they like, so the database is asked once in this time. */
const FRESH_MS = 1000;

type Asked = { db: object; at: number; state: Promise<SchemaState> };

const latest: { asked?: Asked } = {};

/** Whether the database has what this version works with, and the tables of the job queue. */
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
  const { rows } = await pool().query<{ applied: string[] | null; hasJobQueue: boolean }>(
    `SELECT array_agg(migration_name) AS applied,
            to_regclass('graphile_worker.jobs') IS NOT NULL AS "hasJobQueue"
     FROM _prisma_migrations WHERE finished_at IS NOT NULL`,
  );
  const applied = rows[0]?.applied ?? [];
  const entries = await readdir(folder, { withFileTypes: true });
  const known = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  return {
    isMigrated: known.every((name) => applied.includes(name)),
    isOutdated: findUnmetNeed(applied, known) !== undefined,
    hasJobQueue: rows[0]?.hasJobQueue ?? false,
  };
}
