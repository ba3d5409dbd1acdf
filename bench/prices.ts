import { ACCESS_LOG_DAYS, EVENT_DAYS, REQUEST_LOG_DAYS } from "#lib/core/retention.ts";
import { formatWhole } from "./report.ts";

// What payments take, and what a million of them cost.

/** What one payment takes. */
export type Use = {
  /** Processor time of servers, jobs among it, and of PostgreSQL. */
  serverMs: number;
  databaseMs: number;
  /** Bytes in each table, with its indexes. */
  tables: ReadonlyMap<string, number>;
  /** Of the write-ahead log. */
  logBytes: number;
  /** From and to callers, and to endpoints of webhooks. */
  inBytes: number;
  outBytes: number;
  webhookBytes: number;
};

/** Dollars: of the size of large clouds' list prices in 2026. Put in those of yours. */
const prices = {
  coreHour: 0.045,
  /** Of the fastest kind of network disk that is sold by size. */
  diskGbMonth: 0.12,
  objectGbMonth: 0.023,
  /** Between two zones of a region, both ends together. */
  zoneGb: 0.02,
  egressGb: 0.09,
};

/** The highest rate of a month is so many times its mean, and a core is half busy then. */
const PEAK = 4;
const BUSY = 0.5;
const HOURS_A_MONTH = 730;

/** As in docs/operations.md: three PostgreSQL, two servers, a worker; cores of each. */
const DATABASES = 3;
const SMALLEST = { databaseCores: 2 * DATABASES, serverCores: 2 + 2 + 1 };

/** Days that rows of a table are kept; those of others are counted for a year. */
const retentionDays: Record<string, number> = {
  access_token: ACCESS_LOG_DAYS,
  request_log: REQUEST_LOG_DAYS,
  event: EVENT_DAYS,
  event_mark: EVENT_DAYS,
  webhook_delivery: EVENT_DAYS,
};
const YEAR_DAYS = 365;
const MONTH_DAYS = 30.4;
/** Pages are half empty at times, and indexes are rebuilt: see docs/operations.md. */
const DISK_ROOM = 2;
/** As deploy/pgbackrest keeps them: three full backups at times, and the log for as long, compressed to a third. */
const FULL_BACKUPS = 3;
const ARCHIVE_DAYS = 21;
const COMPRESSED = 1 / 3;

const GB = 1e9;
const MILLION = 1e6;

export function formatUse({ tables, ...use }: Use): string {
  const largest = [...tables].filter(([, bytes]) => bytes >= 10).sort(([, a], [, b]) => b - a);
  const rows: [string, string][] = [
    ["processor, servers", `${use.serverMs.toFixed(2)} ms`],
    ["processor, PostgreSQL", `${use.databaseMs.toFixed(2)} ms`],
    ["write-ahead log", formatBytes(use.logBytes)],
    ["from callers", formatBytes(use.inBytes)],
    ["to callers", formatBytes(use.outBytes)],
    ["to endpoints of webhooks", formatBytes(use.webhookBytes)],
    ...largest.map(([name, bytes]): [string, string] => [`table ${name}`, formatBytes(bytes)]),
  ];
  const lines = rows.map(([name, value]) => `| ${name} | ${value} |`);
  return ["| One payment | |", "| --- | ---: |", ...lines].join("\n");
}

function formatBytes(bytes: number): string {
  return `${formatWhole(bytes)} bytes`;
}

/** Dollars of a million payments, where there are so many in a month. */
export function formatCosts(use: Use): string {
  const rates = [1, 10, 100, 1_000];
  const columns = rates.map((millions) => costOfMillion(use, millions));
  const rows = Object.keys(columns[0] ?? {}).map((name) => [
    name,
    ...columns.map((column) => (column[name] ?? 0).toFixed(2)),
  ]);
  const sums = columns.map((column) =>
    Object.values(column)
      .reduce((sum, dollars) => sum + dollars, 0)
      .toFixed(2),
  );
  const table = [
    [
      "dollars for a million payments",
      ...rates.map((millions) => `at ${millions} million a month`),
    ],
    ["---", ...rates.map(() => "---:")],
    ...rows,
    ["all of it", ...sums],
  ];
  return table.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function costOfMillion(use: Use, millions: number): Record<string, number> {
  const cores = (ms: number) =>
    (ms * MILLION * millions * PEAK) / (HOURS_A_MONTH * 3_600_000 * BUSY);
  const serverCores = Math.max(SMALLEST.serverCores, cores(use.serverMs));
  // The work of writing is done on each; the standbys replay it.
  const databaseCores = Math.max(SMALLEST.databaseCores, cores(use.databaseMs) * DATABASES);
  const perMillion = (cores: number) => (cores * HOURS_A_MONTH * prices.coreHour) / millions;

  const gb = (bytes: number) => (bytes * MILLION) / GB;
  const logGb = gb(use.logBytes);
  const storedGbMonths = [...use.tables].reduce(
    (sum, [name, bytes]) => sum + (gb(bytes) * (retentionDays[name] ?? YEAR_DAYS)) / MONTH_DAYS,
    0,
  );
  return {
    "servers and worker": perMillion(serverCores),
    "PostgreSQL, three machines": perMillion(databaseCores),
    "disks, for a year": storedGbMonths * DISK_ROOM * DATABASES * prices.diskGbMonth,
    "backups, and the archived log":
      (storedGbMonths * FULL_BACKUPS + (logGb * ARCHIVE_DAYS) / MONTH_DAYS) *
      COMPRESSED *
      prices.objectGbMonth,
    "replication between zones": logGb * (DATABASES - 1) * prices.zoneGb,
    "answers and webhooks": gb(use.outBytes + use.webhookBytes) * prices.egressGb,
  };
}
