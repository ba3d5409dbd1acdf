import { openServiceSecrets } from "#lib/auth/service-secrets.ts";
import type { Config } from "#lib/config.ts";
import { prepareDataFolder } from "#lib/embedded-postgres/data-folder.ts";
import { flushRequestLog } from "#lib/log/request-recorder.ts";
import { closeDatabase, connectDatabase } from "#lib/storage/database.ts";
import { applyMigrations } from "#prisma/migrate.ts";
import { openDatabase } from "./open-database.ts";
import { step } from "./progress.ts";
import type { Program } from "./run-program.ts";

/** Opens what every program of the service works on: the database, up to date, and the secrets. */
export async function openData(settings: Config, { open, fail }: Program): Promise<void> {
  const isEmbedded = settings.databaseUrl === undefined;
  if (isEmbedded || !settings.productionMode) await prepareDataFolder(settings.dataDir);

  const database = await step(isEmbedded ? "PostgreSQL started" : "database answers", () =>
    openDatabase(settings),
  );
  open.defer(database.stop);
  void database.exited?.then(() => fail("PostgreSQL has ended; the next start recovers by itself"));

  await step("database is up to date", () => applyMigrations(database.url));
  connectDatabase(database.url);
  open.defer(closeDatabase);
  open.defer(flushRequestLog);
  await step("secrets checked", openServiceSecrets);
}
