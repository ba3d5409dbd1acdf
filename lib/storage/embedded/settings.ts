import { totalmem } from "node:os";
import { join } from "node:path";

const MEGABYTE = 1024 * 1024;

/**
 * Settings of the server, as command-line options, so that a new version of the service can change
 * them. fsync, full_page_writes and synchronous_commit keep their defaults: what was confirmed to a
 * caller must be on disk.
 */
export function serverOptions({
  pgData,
  port,
  maxConnections,
}: {
  pgData: string;
  port: number;
  maxConnections: number;
}): string[] {
  const settings = {
    max_connections: String(maxConnections),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: socketFolder(pgData) ?? "",
    timezone: "UTC",
    log_timezone: "UTC",
    shared_buffers: `${sharedBuffersMegabytes()}MB`,
    max_wal_size: "2GB",
    min_wal_size: "256MB",
    // Every commit waits while a file of the log is filled with zeros beforehand: 45 ms each 1,400 payments.
    wal_init_zero: "off",
    checkpoint_timeout: "15min",
    // What a vacuum writes would reach the disk half a minute later, all at once, and each commit would wait for it.
    backend_flush_after: "256kB",
    random_page_cost: "1.1",
    jit: "off",
    // A new installation grows from nothing: plans for empty tables must not live long.
    autovacuum_naptime: "10s",
    // The service runs a few dozen prepared statements over and over; none needs a plan for its values.
    plan_cache_mode: "force_generic_plan",
    // Parallel queries need /dev/shm, which containers keep small; no query here needs them.
    max_parallel_workers_per_gather: "0",
    idle_in_transaction_session_timeout: "60s",
    // A failing statement would be logged with the values of its row. The caller gets the error anyway.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", pgData, "-p", String(port), ...options];
}

// An eighth, half of what PostgreSQL's manual suggests for a machine of its own.
function sharedBuffersMegabytes(): number {
  const limit = process.constrainedMemory();
  const memory = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.min(512, Math.max(64, Math.floor(memory / MEGABYTE / 8)));
}

// The address of a socket holds 104 bytes on macOS and 108 on Linux, its terminator included.
const MAX_PATH_BYTES = 103;

/**
 * The folder of the server's Unix socket: its own, which no other account can enter. A socket costs half of
 * what TCP on one machine does. Undefined where the path is too long for an address.
 */
export function socketFolder(pgData: string): string | undefined {
  const path = join(pgData, ".s.PGSQL.65535");
  // PostgreSQL reads a list: these would end an entry.
  if (Buffer.byteLength(path) > MAX_PATH_BYTES || /[,"]/.test(path)) return undefined;
  return pgData;
}

/** A failure with a remedy for the operator who starts the service; the message is one line. */
export class EmbeddedPostgresError extends Error {
  override name = "EmbeddedPostgresError";
}

/** Where an instance that root runs keeps PostgreSQL's files, if not in the data folder. */
export const SYSTEM_FOLDER = "/var/lib/sealslip";
