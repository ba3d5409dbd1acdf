import { availableParallelism, totalmem } from "node:os";
import { CONNECTIONS_BESIDE_POOL, MAX_POOL } from "#lib/storage/connect-database.ts";

const MEGABYTE = 1024 * 1024;
/** What one process needs under load, pages and the keeper of its escrow keys included. */
const PROCESS_MEGABYTES = 640;
/** For the supervisor, PostgreSQL, and the rest of the machine. */
const RESERVED_MEGABYTES = 1024;

/** As many processes as this machine has cores and memory for, or as its container may use. */
export function countProcesses(): number {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return processesFor({ cores: availableParallelism(), megabytes: memory / MEGABYTE });
}

export function processesFor({ cores, megabytes }: { cores: number; megabytes: number }): number {
  const inMemory = Math.floor((megabytes - RESERVED_MEGABYTES) / PROCESS_MEGABYTES);
  return Math.max(1, Math.min(cores, inMemory));
}

/** So that a server with few processes opens as many connections as before, and one with many not too many. */
const SHARED_POOL = 48;
/** What PostgreSQL lets in unless it is configured, but for its superusers. */
const DEFAULT_CONNECTIONS = 97;
const MIN_POOL = 4;

/** The connections of the pool of each process where DATABASE_POOL_SIZE does not say. */
export function poolSizeFor(processes: number): number {
  const left = DEFAULT_CONNECTIONS - processes * CONNECTIONS_BESIDE_POOL;
  const share = Math.floor(Math.min(SHARED_POOL, left) / processes);
  return Math.max(MIN_POOL, Math.min(MAX_POOL, share));
}
