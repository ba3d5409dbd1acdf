import type pg from "pg";
import type { PrismaClient } from "./generated/client.ts";
import type { Pipeline, Queryable } from "./pipeline.ts";

/** What a process has open, by connect-database.ts. */
export type Database = {
  pool: pg.Pool;
  pipeline: Pipeline;
  asyncCommitPipeline: Pipeline;
  readPipeline: Pipeline;
  createPrisma(): PrismaClient;
  prisma?: PrismaClient;
};

// One pool per process: the consoles' pages run in Next's bundle and the API runs beside it. A page has no part in
// opening it: each would hold a copy of Prisma's generated client, a megabyte and more.
const processWide = globalThis as { sealslipDatabase?: Database };

/** The database of the whole process from now on. */
export function shareDatabase(database: Database): void {
  processWide.sealslipDatabase = database;
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
  await database?.prisma?.$disconnect();
  for (const pipeline of database ? pipelinesOf(database) : []) await pipeline.end();
  await database?.pool.end();
}

function pipelinesOf({ pipeline, asyncCommitPipeline, readPipeline }: Database): Pipeline[] {
  return [pipeline, asyncCommitPipeline, readPipeline];
}

/** For the payment path: single prepared statements that share a few connections. */
export function pipeline(): Queryable {
  return open().pipeline;
}

/**
 * The same for writes that need not wait for the disk, because they are repeated if they are lost. A crash
 * of PostgreSQL may lose those of the last second, never a part of one. They may wait for rows that another
 * transaction has locked.
 */
export function asyncCommitPipeline(): Queryable {
  return open().asyncCommitPipeline;
}

/** The same for reads, which lock no rows: on lanes of their own, they never stand behind a write that waits. */
export function readPipeline(): Queryable {
  return open().readPipeline;
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
  database.prisma ??= database.createPrisma();
  return database.prisma;
}

function open(): Database {
  if (!processWide.sealslipDatabase) throw new Error("the database is not connected yet");
  return processWide.sealslipDatabase;
}
