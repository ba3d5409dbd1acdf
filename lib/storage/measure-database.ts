import { gauge } from "#lib/metrics/instruments.ts";
import { describeLoad, standbyHealth } from "./database.ts";

/** Measures the connections of this process from now on. */
export function measureDatabase(): void {
  gauge(
    {
      name: "sealslip_db_pool_connections",
      help: "Connections of the pools, by whether they are in use",
      labels: ["state"],
      aggregator: "sum",
    },
    () => {
      const { busy, idle } = describeLoad();
      return [
        { value: busy, of: ["busy"] },
        { value: idle, of: ["idle"] },
      ];
    },
  );
  gauge(
    {
      name: "sealslip_db_pool_connections_max",
      help: "The most connections that the pools may open",
      labels: [],
      aggregator: "sum",
    },
    () => [{ value: describeLoad().max, of: [] }],
  );
  gauge(
    {
      name: "sealslip_db_pool_waiting",
      help: "Callers that wait for a connection",
      labels: [],
      aggregator: "sum",
    },
    () => [{ value: describeLoad().waiting, of: [] }],
  );
  gauge(
    {
      name: "sealslip_db_statements_in_flight",
      help: "Statements of payments that wait for their answer, on the connections that they share",
      labels: [],
      aggregator: "sum",
    },
    () => [{ value: describeLoad().pipelined, of: [] }],
  );
  measureStandby();
}

/** Without DATABASE_READ_URL, none is used, and none is behind. */
function measureStandby(): void {
  gauge(
    {
      name: "sealslip_standby_used",
      help: "Processes whose consoles read from the standby of DATABASE_READ_URL",
      labels: [],
      aggregator: "sum",
    },
    () => [{ value: Number(standbyHealth()?.state === "used"), of: [] }],
  );
  gauge(
    {
      name: "sealslip_standby_wanted",
      help: "Processes that DATABASE_READ_URL names a standby for",
      labels: [],
      aggregator: "sum",
    },
    () => [{ value: Number(standbyHealth() !== undefined), of: [] }],
  );
  gauge(
    {
      name: "sealslip_standby_lag_seconds",
      help: "How far the standby is behind at most",
      labels: [],
      aggregator: "max",
    },
    () => [{ value: (standbyHealth()?.lagMs ?? 0) / 1000, of: [] }],
  );
}
