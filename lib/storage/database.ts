import type pg from "pg";
import type { PrismaClient } from "./generated/client.ts";
import type { Pipeline, Queryable } from "./pipeline.ts";
import { mayReadStale } from "./stale-reads.ts";
import type { StandbyHealth } from "./watch-standby.ts";

/** A server that replays the log of the primary, by connect-standby.ts. Its pool falls back on the primary. */
export type Standby = {
  pool: pg.Pool;
  health(): StandbyHealth;
  createPrisma(): PrismaClient;
  prisma?: PrismaClient;
  close(): Promise<void>;
};

/** What a process has open, by connect-database.ts. */
export type Database = {
  pool: pg.Pool;
  pipeline: Pipeline;
  resultPipeline: Pipeline;
  readPipeline: Pipeline;
  createPrisma(): PrismaClient;
  prisma?: PrismaClient;
  /** Where DATABASE_READ_URL names one. */
  standby?: Standby;
};

// One pool per process: the consoles' pages run in Next's bundle and the API runs beside it. A page has no part in
// opening it: each would hold a copy of Prisma's generated client, a megabyte and more.
const processWide = globalThis as { sealslipDatabase?: Database };

/** The database of the whole process from now on. */
export function shareDatabase(database: Database): void {
  processWide.sealslipDatabase = database;
}

/** The standby of the database that is shared already. */
export function shareStandby(standby: Standby): void {
  open().standby = standby;
}

/** Undefined where there is none. */
export function standbyHealth(): StandbyHealth | undefined {
  return processWide.sealslipDatabase?.standby?.health();
}

/** How many connections and statements of this process are in use; nothing where it has no database. */
export function describeLoad() {
  const { sealslipDatabase: database } = processWide;
  if (!database) return { busy: 0, idle: 0, waiting: 0, max: 0, pipelined: 0 };
  const { pool } = database;
  const { idleCount: idle, totalCount, waitingCount: waiting, options } = pool;
  const pipelined = pipelinesOf(database).reduce((sum, { running }) => sum + running(), 0);
  return { busy: totalCount - idle, idle, waiting, max: options.max ?? 0, pipelined };
}

export async function closeDatabase(): Promise<void> {
  const database = processWide.sealslipDatabase;
  delete processWide.sealslipDatabase;
  await database?.standby?.prisma?.$disconnect();
  await database?.standby?.close();
  await database?.prisma?.$disconnect();
  for (const pipeline of database ? pipelinesOf(database) : []) await pipeline.end();
  await database?.pool.end();
}

function pipelinesOf({ pipeline, resultPipeline, readPipeline }: Database): Pipeline[] {
  return [pipeline, resultPipeline, readPipeline];
}

/** For the payment path: single prepared statements that share a few connections. */
export function pipeline(): Queryable {
  return open().pipeline;
}

/**
 * The same for the results of payments, which may wait for rows that another transaction has locked: on lanes of their
 * own, so that nothing else stands behind them.
 */
export function resultPipeline(): Queryable {
  return open().resultPipeline;
}

/** The same for reads, which lock no rows: on lanes of their own, they never stand behind a write that waits. */
export function readPipeline(): Queryable {
  return open().readPipeline;
}

/** For SQL by hand: prepared statements on the shared pool, or on the standby's where reads may be stale. */
export function pool(): pg.Pool {
  return forThisRead().pool;
}

/**
 * For everything that needs no SQL by hand, on the same pools. Created at the first call: its query
 * compiler takes some 0.2 s and 30 MB, which a process can do without until it needs them.
 */
export function prisma(): PrismaClient {
  const server = forThisRead();
  server.prisma ??= server.createPrisma();
  return server.prisma;
}

function forThisRead(): Database | Standby {
  const database = open();
  return database.standby && mayReadStale() ? database.standby : database;
}

function open(): Database {
  if (!processWide.sealslipDatabase) throw new Error("the database is not connected yet");
  return processWide.sealslipDatabase;
}
