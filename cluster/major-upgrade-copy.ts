import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { applyMigrations } from "#prisma/migrate.ts";
import { runOn, untilAnswer } from "./major-upgrade-ask.ts";
import type { UpgradeDatabase } from "./major-upgrade-database.ts";
import type { PostgresPair } from "./major-upgrade-pair.ts";
import { ANALYZE, COPYING, PUBLISH, subscribe } from "./major-upgrade-sql.ts";

const COPIED_MS = 3 * 60_000;
const MAX_DUMP_BYTES = 64 * 1024 * 1024;

const run = promisify(execFile);

/** Makes the newer one a subscriber with all tables of the older one, while that goes on taking writes. */
export async function copyToNewer(
  { older, newer, tools }: UpgradeDatabase,
  folder: string,
): Promise<void> {
  await copySchema({ older, newer, tools, folder });
  await runOn(older, PUBLISH);
  await runOn(newer, subscribe(placeOf(older)));
  await untilAnswer(newer, COPYING, { is: "0", everyMs: 200, deadlineMs: COPIED_MS });
  await runOn(newer, ANALYZE);
  const { applied, heldBack } = await applyMigrations(newer.urlFor("sealslip_owner"));
  if (applied.length + heldBack.length > 0) throw new Error(`the schema is another: ${applied}`);
}

/** Roles with their passwords and settings, the database, tables, and grants; no rows. */
async function copySchema({
  older,
  newer,
  tools,
  folder,
}: Pick<UpgradeDatabase, "older" | "newer" | "tools"> & { folder: string }): Promise<void> {
  const server = older.urlFor("postgres", "postgres");
  const roles = await dump(join(tools, "pg_dumpall"), ["--roles-only", `--dbname=${server}`]);
  const schema = await dump(join(tools, "pg_dump"), [
    ...["--schema-only", "--create", "--no-publications", "--no-subscriptions"],
    `--dbname=${older.urlFor("postgres")}`,
  ]);
  // That one is there.
  const others = roles.replace(/^CREATE ROLE postgres;$/m, "");
  for (const [name, script] of Object.entries({ roles: others, schema })) {
    const path = join(folder, `${name}.sql`);
    await writeFile(path, script, { mode: 0o600 });
    const flags = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", `--file=${path}`];
    await run(join(tools, "psql"), [...flags, newer.urlFor("postgres", "postgres")]);
  }
}

async function dump(program: string, args: string[]): Promise<string> {
  return (await run(program, args, { maxBuffer: MAX_DUMP_BYTES })).stdout;
}

/** Where the other one reaches it. */
export function placeOf({ port, password }: PostgresPair): string {
  return `host=127.0.0.1 port=${port} password=${password}`;
}
