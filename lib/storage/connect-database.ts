import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { config } from "#lib/config.ts";
import { log } from "#lib/log/logger.ts";
import { shareDatabase } from "./database.ts";
import { endWhenReadOnly } from "./end-when-read-only.ts";
import { endWhenSilent } from "./end-when-silent.ts";
import { PrismaClient } from "./generated/client.ts";
import { MeasuredPool } from "./measured-pool.ts";
import { openPipeline, type Pipeline } from "./pipeline.ts";
import { traceStatements } from "./trace-statements.ts";

// Enough that one commit's wait for the disk is another's time to run, few enough to share writes.
const PIPELINE_LANES = 4;
const RESULT_LANES = 2;
// It waits for no lock. With two, look-ups are spread over more statements: a tenth more processor time a payment.
const READ_LANES = 1;

/** The most connections of the pool where DATABASE_POOL_SIZE does not say. */
export const MAX_POOL = 16;

/** What one process opens besides its pool. */
export const CONNECTIONS_BESIDE_POOL = PIPELINE_LANES + RESULT_LANES + READ_LANES;

// Rows of known keys are read through their index, even while PostgreSQL still takes a table that it
// has never counted for a small one.
const BY_INDEX = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

/** Prisma's adapter writes and reads times without an offset, so the server must take them as UTC. */
export const IN_UTC = "-c timezone=UTC";

const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;

/** What each connection asks PostgreSQL for. A pooler may drop it: see check-connections.ts. */
export function connectionSettings(url: string) {
  return {
    connectionString: url,
    // No caller still waits for a query that has outlived every deadline of ours.
    statement_timeout: STATEMENT_MS,
    connectionTimeoutMillis: CONNECT_MS,
    types: { getTypeParser },
    application_name: "sealslip",
    options: IN_UTC,
  };
}

/** Opens the pool that the whole process shares. Connections are opened when first needed. */
export function connectDatabase(url: string): void {
  const connection = connectionSettings(url);
  const onError = (err: Error) => log().error({ err }, "a database connection failed");
  const { databasePoolSize: max = MAX_POOL, metricsToken, tracesEndpoint } = config();
  const PoolOfKind = metricsToken === undefined ? pg.Pool : MeasuredPool;
  // Statements of a transaction that need not wait for each other are sent together.
  const pool = new PoolOfKind({ ...connection, max, pipeline: true });
  pool.on("error", onError);
  pool.on("connect", (client) => {
    // A connection that breaks while it is checked out and idle, as the job queue's is, says so only here.
    client.on("error", onError);
    endWhenSilent(client);
    endWhenReadOnly(client);
  });
  const asTraced = tracesEndpoint === undefined ? (one: Pipeline) => one : traceStatements;
  const byIndex = { ...connection, options: `${IN_UTC} ${BY_INDEX}` };
  shareDatabase({
    pool,
    pipeline: asTraced(openPipeline(connection, { lanes: PIPELINE_LANES, onError })),
    resultPipeline: asTraced(openPipeline(byIndex, { lanes: RESULT_LANES, onError })),
    readPipeline: asTraced(openPipeline(byIndex, { lanes: READ_LANES, onError })),
    createPrisma: () => createPrisma(pool),
  });
}

export function createPrisma(pool: pg.Pool): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg(pool),
    // Longer than the limits of the pool and of a statement, so that theirs are the errors.
    transactionOptions: { maxWait: CONNECT_MS + 1_000, timeout: STATEMENT_MS + 1_000 },
  });
}

const { INT8, TIMESTAMPTZ } = pg.types.builtins;
const parseAnyTime = pg.types.getTypeParser(TIMESTAMPTZ);

const getTypeParser: typeof pg.types.getTypeParser = (oid, format) => {
  // Amounts stay below 2^53 by contract, so bigint columns are read as numbers.
  if (oid === INT8) return Number;
  if (oid === TIMESTAMPTZ && format !== "binary") return parseTime;
  return pg.types.getTypeParser(oid, format);
};

/** `2026-11-22 09:30:00.5+00` in a third of the time that pg's own parser takes, which shows in a list. */
function parseTime(text: string): unknown {
  const isPlain = text[10] === " " && text.endsWith("+00");
  // What is infinite, of another zone, or not of these ten thousand years.
  if (!isPlain) return parseAnyTime(text);
  return new PlainDate(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
}

// Next puts its own in place of it once pages are loaded, which takes twice as long.
const PlainDate = Date;
