import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { config } from "#lib/config.ts";
import { log } from "#lib/log/logger.ts";
import { PrismaClient } from "./generated/client.ts";
import { openPipeline, type Pipeline, type Queryable } from "./pipeline.ts";

type Database = {
  pool: pg.Pool;
  pipeline: Pipeline;
  asyncCommitPipeline: Pipeline;
  prisma: PrismaClient;
};

// Enough that one commit's wait for the disk is another's time to run, few enough to share writes.
const PIPELINE_LANES = 4;
const ASYNC_COMMIT_LANES = 2;

// What a few known keys lead to is looked up by them, also where PostgreSQL takes a table that it has
// not counted yet for a small one.
const BY_INDEX = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";

// Prisma's adapter writes and reads times without their offset, so the server must take them as UTC.
const IN_UTC = "-c timezone=UTC";

// One pool per process: the consoles' pages run in Next's bundle and the API runs beside it.
const processWide = globalThis as { sealslipDatabase?: Database };

/** Opens the pool that the whole process shares. Connections are made when first needed. */
export function connectDatabase(url: string): void {
  const connection = {
    connectionString: url,
    // A query that outlives every deadline of ours is not waited for.
    statement_timeout: 30_000,
    connectionTimeoutMillis: 5_000,
    types: { getTypeParser },
    application_name: "sealslip",
  };
  const onError = (err: Error) => log().error({ err }, "a database connection failed");
  const pool = new pg.Pool({ ...connection, options: IN_UTC, max: config().databasePoolSize });
  pool.on("error", onError);
  // One that breaks while it is lent out and idle, as the job queue's is, says so only here.
  pool.on("connect", (client) => client.on("error", onError));
  processWide.sealslipDatabase = {
    pool,
    pipeline: openPipeline(connection, { lanes: PIPELINE_LANES, onError }),
    asyncCommitPipeline: openPipeline(
      { ...connection, options: `${BY_INDEX} -c synchronous_commit=off` },
      { lanes: ASYNC_COMMIT_LANES, onError },
    ),
    prisma: new PrismaClient({
      adapter: new PrismaPg(pool),
      // Longer than the pool waits for a connection and a statement runs: theirs are the errors we know.
      transactionOptions: { maxWait: 6_000, timeout: 31_000 },
      // Its longer formats print arguments, which can be secrets, into the log.
      errorFormat: "minimal",
    }),
  };
}

export async function closeDatabase(): Promise<void> {
  const database = processWide.sealslipDatabase;
  delete processWide.sealslipDatabase;
  await database?.prisma.$disconnect();
  await database?.pipeline.end();
  await database?.asyncCommitPipeline.end();
  await database?.pool.end();
}

/** The payment path's way in: single prepared statements that share a few connections. */
export function pipeline(): Queryable {
  return open().pipeline;
}

/**
 * The same for statements that wait for no disk: reads, and writes that are found out again where a
 * crash of PostgreSQL loses them. It may lose those of the last second, never a part of one.
 */
export function asyncCommitPipeline(): Queryable {
  return open().asyncCommitPipeline;
}

/** The request path's way in: prepared statements on the shared pool. */
export function pool(): pg.Pool {
  return open().pool;
}

/** Prisma Client on the same pool, for everything off the payment path. */
export function prisma(): PrismaClient {
  return open().prisma;
}

function open(): Database {
  if (!processWide.sealslipDatabase) throw new Error("the database is not connected yet");
  return processWide.sealslipDatabase;
}

// Amounts stay below 2^53 by contract, so bigint columns are read as numbers.
const INT8 = pg.types.builtins.INT8;
const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === INT8 ? Number : pg.types.getTypeParser(oid, format);
