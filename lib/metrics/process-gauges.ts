import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { channel } from "#lib/processes/channel.ts";
import { version } from "#lib/processes/version.ts";
import { gauge } from "./instruments.ts";

const RESOLUTION_MS = 10;

/** Measures this process from now on. */
export function measureProcess(): void {
  gauge(
    {
      name: "sealslip_build_info",
      help: "1, by the version that runs",
      labels: ["version"],
      aggregator: "max",
    },
    () => [{ value: 1, of: [version] }],
  );
  gauge(
    {
      name: "sealslip_processes",
      help: "Processes of this server that answer",
      labels: [],
      aggregator: "sum",
    },
    () => [{ value: 1, of: [] }],
  );
  gauge(
    {
      name: "sealslip_processes_wanted",
      help: "Processes that this server is to have",
      labels: [],
      aggregator: "max",
    },
    () => [{ value: channel()?.processes ?? 1, of: [] }],
  );
  measureEventLoop();
}

function measureEventLoop(): void {
  const lag = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  lag.enable();
  gauge(
    {
      name: "sealslip_event_loop_lag_seconds",
      help: "How late the event loop was since the last scrape, in the process where it was latest",
      labels: ["percentile"],
      aggregator: "max",
    },
    () => {
      // Each measurement includes the interval of the timer.
      const toSeconds = (nanoseconds: number) =>
        Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS) / 1e3;
      const values = ["50", "99"].map((percentile) => ({
        value: toSeconds(lag.percentile(Number(percentile))),
        of: [percentile] as const,
      }));
      const longest = { value: toSeconds(lag.max), of: ["100"] as const };
      lag.reset();
      return [...values, longest];
    },
  );

  const seen = { at: performance.eventLoopUtilization() };
  gauge(
    {
      name: "sealslip_event_loop_utilization_ratio",
      help: "The part of the time since the last scrape that the busiest process worked, 0 to 1",
      labels: [],
      aggregator: "max",
    },
    () => {
      const { utilization } = performance.eventLoopUtilization(seen.at);
      seen.at = performance.eventLoopUtilization();
      return [{ value: utilization, of: [] }];
    },
  );
}
