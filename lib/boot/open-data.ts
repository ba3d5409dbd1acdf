import { type Config, forgetSecretTexts } from "#lib/config.ts";
import { flushAnnouncements } from "#lib/push/announce.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { sayAlive } from "#lib/service/processes.ts";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { connectStandby } from "#lib/storage/connect-standby.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { prepareDataFolder } from "#lib/storage/embedded/cluster.ts";
import { watchQuarantine } from "#lib/storage/quarantine.ts";
import { grantToService } from "#prisma/grants.ts";
import { applyMigrations } from "#prisma/migrate.ts";
import { checkStart } from "./check-start.ts";
import { type DatabaseUrls, type OpenDatabase, openDatabase } from "./open-database.ts";
import { openServiceMetrics, openServiceTraces } from "./open-monitoring.ts";
import { type Program, print, step } from "./run-program.ts";

/** Said when the embedded database has ended for good. */
export const DATABASE_ENDED = "PostgreSQL has ended; the next start recovers by itself";

type Options = {
  /** Whether browsers reach this process, rather than a worker. */
  serves: boolean;
  /** Starts the embedded database, where a supervisor runs it for this process. */
  startEmbedded?: (() => Promise<DatabaseUrls>) | undefined;
};

/**
 * Opens what every program of the service works on: the database, migrated, and the secrets. Throws
 * StartError for all that is wrong, before anything is changed.
 */
export async function openData(
  settings: Config,
  { open, fail }: Program,
  { serves, startEmbedded }: Options,
): Promise<void> {
  const isEmbedded = settings.databaseUrl === undefined;
  if (isEmbedded || !settings.productionMode) await prepareDataFolder(settings.dataDir);

  if (isEmbedded && settings.productionMode) {
    print(`! DATABASE_URL is not set: all data is in ${settings.dataDir}, for one server`);
  }
  const { escrow, secrets, ...checked } = await step("settings checked", () =>
    checkStart(settings, { serves }),
  );
  open.defer(escrow.stop);
  void escrow.exited.then(() => fail("the process with the escrow keys has ended"));

  const database = checked.database ?? (await openEmbedded(settings, startEmbedded));
  open.defer(database.stop);
  void database.exited?.then(() => fail(DATABASE_ENDED));

  const { heldBack } = await step("database is up to date", async () => {
    const migrated = await applyMigrations(database.ownerUrl);
    await grantToService(database);
    return migrated;
  });
  for (const name of heldBack) {
    print(
      `! ${name} waits for the end of processes of an older version: npm run migrate, or a later start`,
    );
  }
  open.use(await openServiceTraces(settings));
  connectDatabase(database.url);
  open.defer(closeDatabase);
  if (serves) connectStandby(settings);
  open.defer(await sayAlive(serves ? "server" : "worker"));
  open.defer(await watchQuarantine());
  await openServiceMetrics(settings, { open });
  open.defer(flushRequestLog);
  open.defer(flushAnnouncements);
  await step("secrets match the data", () => openServiceSecrets(escrow, secrets));
  forgetSecretTexts();
}

async function openEmbedded(
  settings: Config,
  startEmbedded: Options["startEmbedded"],
): Promise<OpenDatabase> {
  if (startEmbedded) return { ...(await startEmbedded()), stop: async () => undefined };
  return await step("PostgreSQL started", () => openDatabase(settings));
}
