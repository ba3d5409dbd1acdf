import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { config } from "#lib/config.ts";
import { log } from "#lib/log/logger.ts";
import { PrismaClient } from "./generated/client.ts";
import { MeasuredPool } from "./measured-pool.ts";
import { openPipeline, type Pipeline, type Queryable } from "./pipeline.ts";
import { traceStatements } from "./trace-statements.ts";

type Database = {
  pool: pg.Pool;
  pipeline: Pipeline;
  asyncCommitPipeline: Pipeline;
  prisma: PrismaClient | undefined;
};

// Enough that one commit's wait for the disk is another's time to run, few enough to share writes.
const PIPELINE_LANES = 4;
const ASYNC_COMMIT_LANES = 2;

/** The most connections of the pool where DATABASE_POOL_SIZE does not say. */
export const MAX_POOL = 16;

/** What one process opens besides its pool. */
export const CONNECTIONS_BESIDE_POOL = PIPELINE_LANES + ASYNC_COMMIT_LANES;

// Rows of known keys are read through their index, even while PostgreSQL still takes a table that it
// has never counted for a small one.
const BY_INDEX = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

// Prisma's adapter writes and reads times without an offset, so the server must take them as UTC.
const IN_UTC = "-c timezone=UTC";

const CONNECT_MS = 5_000;
const STATEMENT_MS = 30_000;

// One pool per process: the consoles' pages run in Next's bundle and the API runs beside it.
const processWide = globalThis as { sealslipDatabase?: Database };

/** What each connection asks PostgreSQL for. A pooler may drop it: see check-connections.ts. */
export function connectionSettings(url: string) {
  return {
    connectionString: url,
    // Nobody waits any longer for a query that has outlived every deadline of ours.
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
  const pool = new PoolOfKind({ ...connection, max });
  pool.on("error", onError);
  // A connection that breaks while it is checked out and idle, as the job queue's is, says so only here.
  pool.on("connect", (client) => client.on("error", onError));
  const asTraced = tracesEndpoint === undefined ? (one: Pipeline) => one : traceStatements;
  processWide.sealslipDatabase = {
    pool,
    pipeline: asTraced(openPipeline(connection, { lanes: PIPELINE_LANES, onError })),
    asyncCommitPipeline: asTraced(
      openPipeline(
        { ...connection, options: `${IN_UTC} ${BY_INDEX} -c synchronous_commit=off` },
        { lanes: ASYNC_COMMIT_LANES, onError },
      ),
    ),
    prisma: undefined,
  };
}

/** How many connections and statements of this process are in use; nothing where it has no database. */
export function describeLoad() {
  const { sealslipDatabase: database } = processWide;
  if (!database) return { busy: 0, idle: 0, waiting: 0, max: 0, pipelined: 0 };
  const { pool, pipeline, asyncCommitPipeline } = database;
  const { idleCount: idle, totalCount, waitingCount: waiting, options } = pool;
  const pipelined = pipeline.running() + asyncCommitPipeline.running();
  return { busy: totalCount - idle, idle, waiting, max: options.max ?? 0, pipelined };
}

export async function closeDatabase(): Promise<void> {
  const database = processWide.sealslipDatabase;
  delete processWide.sealslipDatabase;
  await database?.prisma?.$disconnect();
  await database?.pipeline.end();
  await database?.asyncCommitPipeline.end();
  await database?.pool.end();
}

/** For the payment path: single prepared statements that share a few connections. */
export function pipeline(): Queryable {
  return open().pipeline;
}

/**
 * The same for statements that need not wait for the disk: reads, and writes that are repeated if they
 * are lost. A crash of PostgreSQL may lose those of the last second, never a part of one.
 */
export function asyncCommitPipeline(): Queryable {
  return open().asyncCommitPipeline;
}

/** For SQL by hand: prepared statements on the shared pool. */
export function pool(): pg.Pool {
  return open().pool;
}

/**
 * For everything that needs no SQL by hand, on the same pool. Created at the first call: its query
 * compiler takes some 0.2 s and 30 MB, which a process can do without until it needs them.
 */
export function prisma(): PrismaClient {
  const database = open();
  database.prisma ??= new PrismaClient({
    adapter: new PrismaPg(database.pool),
    // Longer than the limits of the pool and of a statement, so that theirs are the errors.
    transactionOptions: { maxWait: CONNECT_MS + 1_000, timeout: STATEMENT_MS + 1_000 },
  });
  return database.prisma;
}

function open(): Database {
  if (!processWide.sealslipDatabase) throw new Error("the database is not connected yet");
  return processWide.sealslipDatabase;
}

// Amounts stay below 2^53 by contract, so bigint columns are read as numbers.
const INT8 = pg.types.builtins.INT8;
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
