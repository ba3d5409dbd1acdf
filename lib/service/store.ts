import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pool } from "#lib/storage/database.ts";

// From the working folder, the project's root: Next's bundler, which also sees this file, knows no
// import.meta.dirname.
const folder = join(process.cwd(), "prisma/migrations");

/** Names of the migrations in the tree that this database has not gone through. */
export async function findUnappliedMigrations(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL`,
  );
  const applied = new Set(rows.map((row) => row.name));
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) =>
    entry.isDirectory() && !applied.has(entry.name) ? [entry.name] : [],
  );
}

/** Whether the tables of the job queue are there. */
export async function hasJobQueue(): Promise<boolean> {
  const { rows } = await pool().query<{ there: boolean }>(
    "SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AS there",
  );
  return rows[0]?.there ?? false;
}
