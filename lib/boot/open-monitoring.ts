import type { Config } from "#lib/config.ts";
import { measureConnections } from "#lib/gateways/measure-connections.ts";
import { isRedisConnected } from "#lib/limits/limiter.ts";
import { log } from "#lib/log/logger.ts";
import { gauge } from "#lib/metrics/instruments.ts";
import { openMetrics } from "#lib/metrics/scrape.ts";
import { version } from "#lib/processes/version.ts";
import { measureDatabase } from "#lib/storage/measure-database.ts";
import { openTraces } from "#lib/traces/open-traces.ts";
import type { Program } from "./run-program.ts";
import { readServiceState } from "./service-state.ts";

/** Counts from now on, where METRICS_TOKEN is set. The database is connected by then. */
export async function openServiceMetrics(
  { metricsToken }: Pick<Config, "metricsToken">,
  { open }: Pick<Program, "open">,
): Promise<void> {
  if (metricsToken === undefined) return;
  measureDatabase();
  measureConnections();
  measureRedis();
  open.use(await openMetrics(readServiceState));
}

/** Traces from now on, where a collector is set. */
export async function openServiceTraces({
  tracesEndpoint: endpoint,
  tracesRatio: ratio,
  instanceName: instance,
}: Pick<Config, "tracesEndpoint" | "tracesRatio" | "instanceName">): Promise<
  AsyncDisposable | undefined
> {
  const report = (err: unknown) => log().warn({ err }, "traces were not sent");
  return await openTraces({ endpoint, ratio, instance, version, report });
}

function measureRedis(): void {
  gauge(
    {
      name: "sealslip_redis_disconnected",
      help: "Processes that count for themselves because the Redis of REDIS_URL is away",
      labels: [],
      aggregator: "sum",
    },
    () => [{ value: Number(isRedisConnected() === false), of: [] }],
  );
}
