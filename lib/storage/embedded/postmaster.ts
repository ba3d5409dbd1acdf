import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { runAs, type SystemAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { anotherServerError } from "./ownership.ts";
import { readPidFile } from "./processes.ts";
import { EmbeddedPostgresError, serverOptions } from "./settings.ts";

/** A PostgreSQL that accepts connections. */
export interface Postmaster {
  port: number;
  /** Fulfilled when the process is gone, for whatever reason. */
  exited: Promise<void>;
  /** Ends its sessions, writes everything to disk, and ends. */
  stop(): Promise<void>;
}

interface LaunchOptions {
  pgData: string;
  logPath: string;
  binaries: Binaries;
  account: SystemAccount | undefined;
  maxConnections: number;
}

type Launch =
  | { kind: "ready"; postmaster: Postmaster }
  | { kind: "failed"; log: string; reason: string };

const MAX_LAUNCHES = 20;
const STOP_DEADLINE_MS = 30_000;

/**
 * Starts PostgreSQL on the given port of this machine, or on a free one. Throws EmbeddedPostgresError, for one if
 * another start has ended it.
 */
export async function startPostmaster(options: LaunchOptions, port?: number): Promise<Postmaster> {
  for (let count = 1; ; count += 1) {
    const launch = await launchOn(port ?? (await findFreePort()), options);
    if (launch.kind === "ready") return launch.postmaster;
    if (wasEnded(launch.log)) throw anotherServerError(options.pgData);
    if (count === MAX_LAUNCHES || !isTemporary(launch.log)) {
      const remedy = isOfOtherMajor(launch.log) ? OTHER_MAJOR : "";
      throw new EmbeddedPostgresError(
        `PostgreSQL did not start: ${launch.reason} (its log is ${options.logPath})${remedy}`,
      );
    }
    await sleep(250);
  }
}

async function launchOn(port: number, options: LaunchOptions): Promise<Launch> {
  const log = await openServerLog(options.logPath);
  try {
    const child = spawn(options.binaries.postgres, serverOptions({ ...options, port }), {
      ...runAs(options.account),
      // A session of its own, or Ctrl-C in the terminal would stop it before the requests in flight.
      detached: true,
      stdio: ["ignore", log.fd, log.fd],
    });
    const exited = watchExit(child);
    const isReady = await becomesReady(child, options.pgData);
    if (isReady) return { kind: "ready", postmaster: makePostmaster(child, port, exited) };

    await exited;
    return { kind: "failed", ...(await log.readEntries()) };
  } finally {
    await log.close();
  }
}

async function watchExit(child: ChildProcess): Promise<void> {
  // A server that dies of an uncaught exception does not leave it behind.
  const interrupt = () => child.kill("SIGINT");
  process.once("exit", interrupt);
  // A program that cannot be started emits an error and no exit.
  await once(child, "exit").catch(() => undefined);
  process.off("exit", interrupt);
}

async function becomesReady(child: ChildProcess, pgData: string): Promise<boolean> {
  // Replaying the log after a crash may take minutes, so the end of the process is the only limit.
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(pgData);
    if (file?.pid === child.pid && file.status === "ready") return true;
    await sleep(20);
  }
  return false;
}

function makePostmaster(child: ChildProcess, port: number, exited: Promise<void>): Postmaster {
  return {
    port,
    exited,
    stop: async () => {
      child.kill("SIGINT");
      const isGone = exited.then(() => true);
      const isLate = sleep(STOP_DEADLINE_MS, false, { ref: false });
      if (await Promise.race([isGone, isLate])) return;

      // Ends at once; the next start recovers from the write-ahead log.
      child.kill("SIGQUIT");
      await exited;
    },
  };
}

// Another start took it for an orphan while it began, before it could be owned.
function wasEnded(log: string): boolean {
  return /received (?:fast|smart|immediate) shutdown request|due to administrator command/.test(
    log,
  );
}

function isOfOtherMajor(log: string): boolean {
  return log.includes("database files are incompatible with server");
}

const OTHER_MAJOR =
  "; start the version of Sealslip from before, and move its data as docs/upgrade.md says under PostgreSQL's next major version";

// Another program has taken the port, or the last sessions of a killed server are still ending.
function isTemporary(log: string): boolean {
  return /could not bind|could not create any TCP\/IP|pre-existing shared memory block/.test(log);
}

/** A port of 127.0.0.1 that nothing listens on at this moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen({ host: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");

  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}

const MAX_LOG_BYTES = 1024 * 1024;

/** The file that a starting PostgreSQL writes its messages to. */
interface ServerLog {
  fd: number;
  /** What was written since it was opened, and the line of it that says why PostgreSQL ended. */
  readEntries(): Promise<{ log: string; reason: string }>;
  close(): Promise<void>;
}

/** Opens the log at its end; one that has grown too large starts over. */
async function openServerLog(path: string): Promise<ServerLog> {
  if (((await sizeOf(path)) ?? 0) > MAX_LOG_BYTES) await rm(path);
  const file = await open(path, "a", 0o600);
  const start = (await sizeOf(path)) ?? 0;

  return {
    fd: file.fd,
    readEntries: async () => {
      const log = (await readFile(path)).subarray(start).toString("utf8");
      return { log, reason: findReason(log) };
    },
    close: () => file.close(),
  };
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.size;
}

function findReason(log: string): string {
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const fatal = lines.find((line) => /FATAL|PANIC/.test(line));
  const detail = lines.find((line) => line.includes("DETAIL:"));
  const reasons = fatal === undefined ? [lines.at(-1)] : [fatal, detail];
  const text = reasons
    .flatMap((line) => (line === undefined ? [] : [withoutPrefix(line)]))
    .join("; ");
  return text === "" ? "it ended and said nothing" : text;
}

function withoutPrefix(line: string): string {
  return line.replace(/^.*?(?:FATAL|PANIC|DETAIL|LOG):\s*/, "");
}
