import { openDatabase } from "#lib/boot/open-database.ts";
import { describeStartFailure, StartError } from "#lib/boot/start-error.ts";
import { config } from "#lib/config.ts";
import { grantToService } from "#prisma/grants.ts";
import { applyMigrations, type Migrated } from "#prisma/migrate.ts";
import { loadEnv } from "./load-env.ts";

// The part of a start that needs the owner of the tables, as a step of its own: npm run migrate

try {
  loadEnv();
  process.stdout.write(toLines(await migrate()).join(""));
} catch (error) {
  process.stderr.write(`✗ ${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}

async function migrate(): Promise<Migrated> {
  const settings = config();
  if (settings.databaseUrl === undefined) {
    throw new StartError("DATABASE_URL: the embedded database is migrated by each start");
  }
  const database = await openDatabase(settings);
  const migrated = await applyMigrations(database.ownerUrl);
  await grantToService(database);
  return migrated;
}

function toLines({ applied, heldBack }: Migrated): string[] {
  if (applied.length + heldBack.length === 0) return ["✓ the database is up to date\n"];
  return [
    ...applied.map((name) => `✓ ${name}\n`),
    ...heldBack.map(
      (name) =>
        `! ${name} waits for the end of processes of an older version: run this again then\n`,
    ),
  ];
}
