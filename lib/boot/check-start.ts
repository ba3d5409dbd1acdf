import { existsSync } from "node:fs";
import type { Config } from "#lib/config.ts";
import { type ParsedSecrets, parseSecrets } from "#lib/secrets/open-secrets.ts";
import { ownSecretsPath } from "#lib/secrets/read-secrets.ts";
import { type EscrowProcess, startEscrowProcess } from "#lib/secrets/start-escrow-process.ts";
import { findConnectionProblems } from "#lib/storage/check-connections.ts";
import { type OpenDatabase, openDatabase } from "./open-database.ts";
import { requireSafeProduction } from "./require-safe-production.ts";
import { findReasons, StartError } from "./start-error.ts";

/** What a start goes on with. */
type CheckedStart = {
  /** Holds the private escrow keys. */
  escrow: EscrowProcess;
  secrets: ParsedSecrets;
  /** That of DATABASE_URL; the embedded one is not started yet. */
  database: OpenDatabase | undefined;
};

/**
 * Checks what can be known before anything is changed: production mode, secrets, and the database of
 * DATABASE_URL. Throws StartError with everything that is wrong, so that one start is enough to learn it.
 */
export async function checkStart(settings: Config, { serves }: Serving): Promise<CheckedStart> {
  const report = new Report();
  const database = await checkSurroundings(settings, { serves }, report);
  // The process first: it may be what makes the secrets, and only one should take that time.
  const escrow = await report.attempt(() => startEscrowProcess(settings));
  const secrets = await report.attempt(() => parseSecrets(settings));
  if (escrow && secrets && report.isEmpty) return { escrow, secrets, database };

  await escrow?.stop();
  throw report.toError();
}

/** The same without starting anything. */
export async function checkOnly(settings: Config, { serves }: Serving): Promise<void> {
  // Outside production mode, a first start makes its secrets itself.
  const isMade = settings.productionMode || existsSync(ownSecretsPath(settings.dataDir));
  if (isMade) {
    const { escrow } = await checkStart(settings, { serves });
    return await escrow.stop();
  }
  const report = new Report();
  await checkSurroundings(settings, { serves }, report);
  if (!report.isEmpty) throw report.toError();
}

type Serving = {
  /** Whether browsers reach this process, rather than a worker. */
  serves: boolean;
};

class Report {
  readonly #reasons = new Set<string>();

  get isEmpty(): boolean {
    return this.#reasons.size === 0;
  }

  /** Undefined where the check failed for a reason that can be removed. */
  async attempt<T>(check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      const found = findReasons(error);
      if (!found) throw error;
      for (const reason of found) this.#reasons.add(reason);
      return undefined;
    }
  }

  toError(): StartError {
    return new StartError([...this.#reasons]);
  }
}

async function checkSurroundings(
  settings: Config,
  { serves }: Serving,
  report: Report,
): Promise<OpenDatabase | undefined> {
  await report.attempt(() => requireSafeProduction(settings, { serves }));
  await report.attempt(() => requireRoomForJobs(settings, { serves }));
  return await report.attempt(() => requireUsableDatabase(settings));
}

/** The queue listens on one connection, and would wait for a second one until it gives up. */
function requireRoomForJobs({ worker, databasePoolSize }: Config, { serves }: Serving): void {
  const runsJobs = worker || !serves;
  if (!runsJobs || databasePoolSize !== 1) return;
  throw new StartError("DATABASE_POOL_SIZE: must be 2 or more where jobs run (WORKER is not 0)");
}

/** The embedded PostgreSQL is our own, and needs no check. */
async function requireUsableDatabase(settings: Config): Promise<OpenDatabase | undefined> {
  if (settings.databaseUrl === undefined) return undefined;
  const database = await openDatabase(settings);
  const problems = await findConnectionProblems(database.url);
  if (problems.length > 0) {
    throw new StartError(problems.map((problem) => `DATABASE_URL: ${problem}`));
  }
  return database;
}
