import { Client } from "pg";
import { startEmbeddedPostgres } from "#lib/storage/embedded/start.ts";
import { StartError } from "./start-error.ts";

export interface DatabaseUrls {
  url: string;
  /** For the role that owns the tables; the same URL where the service owns them itself. */
  ownerUrl: string;
}

/** A database that answers. */
export interface OpenDatabase extends DatabaseUrls {
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
