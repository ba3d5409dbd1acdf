import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pool } from "#lib/storage/database.ts";

// From the working folder, which is the project's root: Next's bundler also sees this file, and has no
// import.meta.dirname.
const folder = join(process.cwd(), "prisma/migrations");

/** The names of the migrations in the project that this database lacks. SQL by hand: the tables are Prisma's own. */
export async function selectUnappliedMigrations(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`,
  );
  const applied = new Set(rows.map((row) => row.name));
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() && !applied.has(entry.name) ? [entry.name] : [],
  );
}

/** Whether the tables of the job queue exist. */
export async function hasJobQueue(): Promise<boolean> {
  const { rows } = await pool().query<{ exists: boolean }>(
    "SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS exists",
  );
  return rows[0]?.exists ?? false;
}
