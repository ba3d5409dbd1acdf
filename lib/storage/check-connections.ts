import pg from "pg";
import { connectionSettings } from "./connect-database.ts";

// Enough that a pooler has handed each server connection to both of the clients below.
const ROUNDS = 3;

export type Settings = { statementTimeoutMs: number; timeZone: string; version: number };

/** As server_version_num has it. */
const OLDEST_VERSION = 15_00_00;

/**
 * What a pooler between the service and PostgreSQL takes away that the service relies on, each with its
 * remedy; nothing where there is none, or one that passes everything on.
 */
export async function findConnectionProblems(url: string): Promise<string[]> {
  const clients = [newClient(url), newClient(url)];
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const [first] = clients;
    const problems = first ? settingProblems(await readSettings(first)) : [];
    return (await keepsPrepared(clients)) ? problems : [...problems, PREPARED];
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

const PREPARED =
  "prepared statements get lost between the service and PostgreSQL: use PgBouncer 1.21 or newer with max_prepared_statements above 0, or pooling by session";

function newClient(url: string): pg.Client {
  const client = new pg.Client(connectionSettings(url));
  client.on("error", () => undefined);
  return client;
}

/** For `settingProblems`. */
export const settingColumns = `
  extract(epoch FROM current_setting('statement_timeout')::interval) * 1000 AS "statementTimeoutMs",
  current_setting('TimeZone') AS "timeZone",
  current_setting('server_version_num')::int AS version`;

/** By hand: what PostgreSQL itself has, which is not what the client asked for. */
async function readSettings(client: pg.Client): Promise<Settings> {
  const { rows } = await client.query<Settings>(`SELECT ${settingColumns}`);
  const [row] = rows;
  if (!row) throw new Error("a SELECT without a table has one row");
  return row;
}

/** The role's own settings hold on every connection, whatever a pooler drops. */
export function settingProblems({ statementTimeoutMs, timeZone, version }: Settings): string[] {
  const problems: string[] = [];
  if (version < OLDEST_VERSION) {
    const major = Math.floor(version / 10_000);
    problems.push(`PostgreSQL ${major} is too old: the service needs 15 or newer`);
  }
  if (Number(statementTimeoutMs) === 0) {
    problems.push(
      "statement_timeout is dropped on the way, and a statement could wait forever: ALTER ROLE <its user> SET statement_timeout = '30s'",
    );
  }
  if (timeZone !== "UTC") {
    problems.push(
      `the time zone is ${timeZone}, and times would be wrong: ALTER ROLE <its user> SET timezone = 'UTC'`,
    );
  }
  return problems;
}

/** Two clients prepare different statements under one name, as two processes of the service do. */
async function keepsPrepared(clients: readonly pg.Client[]): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [place, client] of clients.entries()) {
      const answer = await runPrepared(client, place);
      if (answer !== place) return false;
    }
  }
  return true;
}

async function runPrepared(client: pg.Client, place: number): Promise<number | undefined> {
  const text = `SELECT ${place} AS place`;
  try {
    const { rows } = await client.query<{ place: number }>({ name: "start-check", text });
    return rows[0]?.place;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return undefined;
    throw error;
  }
}

type LogSettings = { minMessages: string; verbosity: string; minStatement: string };

const MAX_SKEW_MS = 10_000;

/** What the service lives with for a while, and should not: a clock that is off, and a log that says too much. */
export async function findServerProblems(
  url: string,
  { productionMode, now = Date.now }: { productionMode: boolean; now?: () => number },
): Promise<string[]> {
  const client = newClient(url);
  try {
    await client.connect();
    const before = now();
    // By hand: settings of the server.
    const { rows } = await client.query<LogSettings & { now: number }>(
      `SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now,
              current_setting('log_min_messages') AS "minMessages",
              current_setting('log_error_verbosity') AS verbosity,
              current_setting('log_min_error_statement') AS "minStatement"`,
    );
    const after = now();
    const [server] = rows;
    if (!server) throw new Error("a SELECT without a table has one row");
    const skewMs = (before + after) / 2 - Number(server.now);
    const clock = clockProblems(skewMs, MAX_SKEW_MS + (after - before) / 2);
    return [...clock, ...(productionMode ? logProblems(server) : [])];
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clockProblems(skewMs: number, allowedMs: number): string[] {
  if (Math.abs(skewMs) <= allowedMs) return [];
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  const way = skewMs > 0 ? "ahead of" : "behind";
  return [
    `the clock of this machine is ${seconds} s ${way} PostgreSQL's, so that codes, sessions, and tokens end at the wrong time: set both by NTP`,
  ];
}

export function logProblems({ minMessages, verbosity, minStatement }: LogSettings): string[] {
  const hasFailures = !["log", "fatal", "panic"].includes(minMessages);
  const hasValues = verbosity !== "terse" || minStatement !== "panic";
  if (!hasFailures || !hasValues) return [];
  return [
    "PostgreSQL logs the values of a row whose statement fails: set log_error_verbosity = terse and log_min_error_statement = panic",
  ];
}
