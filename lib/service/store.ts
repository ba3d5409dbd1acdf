import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pool, standbyHealth } from "#lib/storage/database.ts";
import type { ServiceProcess } from "#lib/storage/generated/client.ts";
import { isQuarantined } from "#lib/storage/quarantine.ts";
import { ALIVE_SECONDS, findMissing, findUnmetNeed } from "#lib/storage/schema-needs.ts";

// From the working directory, which is the project's root: Next's bundler also compiles this file, and has no
// import.meta.dirname.
const folder = join(process.cwd(), "prisma/migrations");

type SchemaState = {
  isMigrated: boolean;
  /** Whether a newer version has removed something that this one needs. */
  isOutdated: boolean;
  hasJobQueue: boolean;
  /** [Note: quarantine] */
  isQuarantined: boolean;
};

/** The endpoint is public, so the database is queried once in this time. */
const FRESH_MS = 1000;

type Asked = { db: object; at: number; state: Promise<SchemaState> };

const latest: { asked?: Asked } = {};

/** Whether the database has everything that this version needs, and the tables of the job queue. */
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
  const known = await listKnownMigrations();
  return {
    isMigrated: findMissing(applied, known) === undefined,
    isOutdated: findUnmetNeed(applied, known) !== undefined,
    hasJobQueue: rows[0]?.hasJobQueue ?? false,
    isQuarantined: isQuarantined(),
  };
}

/** Of this process; undefined without DATABASE_READ_URL. */
export function readStandbyHealth() {
  return standbyHealth();
}

/** The migrations that this version has, the oldest first. */
export async function listKnownMigrations(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

type OwnProcess = { id: string; program: string; migration: string };

/**
 * Records that the process is alive. By hand: the time is the database's, so all processes share one clock.
 */
export async function upsertSeen({ id, program, migration }: OwnProcess): Promise<void> {
  await pool().query(
    `INSERT INTO service_process (id, program, migration) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
    [id, program, migration],
  );
}

/** By hand: a process that ends would load Prisma's engine for it. */
export async function deleteProcess(id: string): Promise<void> {
  await pool().query("DELETE FROM service_process WHERE id = $1", [id]);
}

/** Those of processes that were killed. */
export async function deleteLongDead(): Promise<void> {
  await pool().query("DELETE FROM service_process WHERE seen_at < now() - interval '1 day'");
}

/** The oldest code first. By hand: the time is the database's. */
export async function selectAlive(): Promise<ServiceProcess[]> {
  const { rows } = await pool().query<ServiceProcess>(
    `SELECT id, program, migration, started_at AS "startedAt", seen_at AS "seenAt"
     FROM service_process WHERE seen_at > now() - make_interval(secs => $1)
     ORDER BY migration, started_at`,
    [ALIVE_SECONDS],
  );
  return rows;
}
