import { Client } from "pg";
import { type Config, forgetSecretTexts } from "#lib/config.ts";
import { flushAnnouncements } from "#lib/push/announce.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { openServiceSecrets } from "#lib/secrets/open-secrets.ts";
import { startEscrowProcess } from "#lib/secrets/start-escrow-process.ts";
import { closeDatabase, connectDatabase } from "#lib/storage/database.ts";
import { prepareDataFolder } from "#lib/storage/embedded/cluster.ts";
import { startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { grantToService } from "#prisma/grants.ts";
import { applyMigrations } from "#prisma/migrate.ts";
import { type Program, step } from "./run-program.ts";
import { StartError } from "./start-error.ts";

/** Opens what every program of the service works on: the database, migrated, and the secrets. */
export async function openData(settings: Config, { open, fail }: Program): Promise<void> {
  const isEmbedded = settings.databaseUrl === undefined;
  if (isEmbedded || !settings.productionMode) await prepareDataFolder(settings.dataDir);

  const database = await step(isEmbedded ? "PostgreSQL started" : "database answers", () =>
    openDatabase(settings),
  );
  open.defer(database.stop);
  void database.exited?.then(() => fail("PostgreSQL has ended; the next start recovers by itself"));

  await step("database is up to date", async () => {
    await applyMigrations(database.ownerUrl);
    await grantToService(database);
  });
  connectDatabase(database.url);
  open.defer(closeDatabase);
  open.defer(flushRequestLog);
  open.defer(flushAnnouncements);
  await step("secrets checked", async () => {
    const escrow = await startEscrowProcess(settings);
    open.defer(escrow.stop);
    void escrow.exited.then(() => fail("the process with the escrow keys has ended"));
    await openServiceSecrets(escrow);
  });
  forgetSecretTexts();
}

/** A database that answers. */
export interface OpenDatabase {
  url: string;
  /** For the role that owns the tables; the same URL where the service owns them itself. */
  ownerUrl: string;
  /** Fulfilled when the database that this process runs has ended; absent for a server elsewhere. */
  exited?: Promise<void>;
  stop(): Promise<void>;
}

const ANSWER_DEADLINE_MS = 10_000;

/** The server of DATABASE_URL, or the embedded PostgreSQL of the data folder. */
export async function openDatabase(settings: {
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  dataDir: string;
}): Promise<OpenDatabase> {
  const { databaseUrl: url, databaseOwnerUrl = url } = settings;
  if (url === undefined || databaseOwnerUrl === undefined) return startEmbeddedPostgres(settings);

  // The owner's first: it may be what lets the service in.
  if (databaseOwnerUrl !== url) await requireAnswer("DATABASE_OWNER_URL", databaseOwnerUrl);
  await requireAnswer("DATABASE_URL", url);
  return { url, ownerUrl: databaseOwnerUrl, stop: async () => undefined };
}

async function requireAnswer(name: string, url: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_DEADLINE_MS,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    // A pooler lets clients in while its database is away.
    await client.query("SELECT 1");
  } catch (cause) {
    throw new StartError(`${name}: ${placeOf(url)} cannot be used: ${reasonOf(cause)}`, {
      cause,
    });
  } finally {
    await client.end().catch(() => undefined);
  }
}

// Never the user's name or the password.
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

// For a name with several addresses, the failure has no message of its own, only one per address.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}
