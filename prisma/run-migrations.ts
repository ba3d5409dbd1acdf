import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import { MigrationError } from "./migration-error.ts";
import { withSchemaEngine } from "./schema-engine.ts";

const SCHEMA = join(import.meta.dirname, "schema.prisma");
const LOCKFILE = "migration_lock.toml";

/** Applies those of the names that are not recorded yet, and returns which. Throws MigrationError. */
export async function runMigrations(
  url: string,
  folder: string,
  names: readonly string[],
): Promise<string[]> {
  const migrationsList = await readMigrations(folder, names);
  const filters = { externalTables: [], externalEnums: [] };
  const output = await withEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList, filters }),
  );
  return output.appliedMigrationNames;
}

/** Records the migration without running it, as `prisma migrate resolve --applied` does. Throws MigrationError. */
export async function recordAsApplied(url: string, folder: string, name: string): Promise<void> {
  const migrationsList = await readMigrations(folder, [name]);
  await withEngine(url, (engine) =>
    engine.markMigrationApplied({ migrationName: name, migrationsList }),
  );
}

const NOT_OWNER =
  "; the role may not change the tables: DATABASE_OWNER_URL names the one that owns them";

async function withEngine<T>(
  url: string,
  action: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const schema = await readFile(SCHEMA, "utf8");
  try {
    return await withSchemaEngine({ url, schema }, action);
  } catch (cause) {
    const reason = reasonOf(cause);
    const remedy = /permission denied|must be owner/.test(reason) ? NOT_OWNER : "";
    throw new MigrationError(`a migration could not be applied: ${reason}${remedy}`, { cause });
  }
}

async function readMigrations(folder: string, names: readonly string[]) {
  return {
    baseDir: folder,
    lockfile: {
      path: LOCKFILE,
      content: await readFile(join(import.meta.dirname, "migrations", LOCKFILE), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(names.map((name) => readMigration(folder, name))),
  };
}

async function readMigration(folder: string, name: string) {
  const value = await readFile(join(folder, name, "migration.sql"), "utf8");
  const content = { tag: "ok", value } as const;
  return { path: name, migrationFile: { path: "migration.sql", content } };
}

// After the first lines, the engine adds the positions in its own source.
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [reason = message] = message.split(/\n\s+0: /);
  return reason.trim().replace(/\s+/g, " ");
}
