import { openDatabase } from "#lib/boot/open-database.ts";
import { describeStartFailure, StartError } from "#lib/boot/start-error.ts";
import { config } from "#lib/config.ts";
import { grantToService } from "#prisma/grants.ts";
import { applyMigrations } from "#prisma/migrate.ts";
import { loadEnv } from "./load-env.ts";

// The part of a start that needs the owner of the tables, as a step of its own: npm run migrate

try {
  loadEnv();
  const names = await migrate();
  const report = names.length === 0 ? ["the database is up to date"] : names;
  process.stdout.write(report.map((line) => `✓ ${line}\n`).join(""));
} catch (error) {
  process.stderr.write(`✗ ${describeStartFailure(error)}\n`);
  process.exitCode = 1;
}

/** Returns the names of the applied migrations. */
async function migrate(): Promise<string[]> {
  const settings = config();
  if (settings.databaseUrl === undefined) {
    throw new StartError("DATABASE_URL: the embedded database is migrated by each start");
  }
  const database = await openDatabase(settings);
  const names = await applyMigrations(database.ownerUrl);
  await grantToService(database);
  return names;
}
