import type { BenchService } from "./bench-service.ts";
import { type LoadResult, runLoad } from "./load.ts";
import type { NextCall } from "./operations.ts";

export type Measured = {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the server and its children; undefined if unknown. */
  cpuMsPerRequest?: number;
  memoryMiB?: number;
  /** Of PostgreSQL. */
  databaseCpuMsPerRequest?: number;
};

export type Pace = { connections: number; seconds: number };

/** Before each measurement: opens connections and finishes postponed work. */
export const LEAD_SECONDS = 0.5;

/** One round. Throws if a call is refused. */
export async function measure(
  service: BenchService,
  next: NextCall,
  { connections, seconds }: Pace,
): Promise<Measured> {
  await fire(service, next, { connections, seconds: LEAD_SECONDS });
  const before = await readUsages(service);
  const result = await fire(service, next, { connections, seconds });
  const after = await readUsages(service);
  const measured = {
    requestsPerSecond: result.requests / result.seconds,
    p50Ms: result.percentile(50),
    p99Ms: result.percentile(99),
  };
  if (!before || !after) return measured;
  return {
    ...measured,
    cpuMsPerRequest: (after.own.cpuMs - before.own.cpuMs) / result.requests,
    memoryMiB: after.own.memory / 2 ** 20,
    databaseCpuMsPerRequest: (after.database.cpuMs - before.database.cpuMs) / result.requests,
  };
}

/** Of the service and of PostgreSQL so far; undefined if unknown. */
export async function readUsages(service: BenchService) {
  const [own, database] = await Promise.all([service.usage(), service.databaseUsage()]);
  return own && database && { own, database };
}

/** Calls without a measurement. */
export async function fire(service: BenchService, next: NextCall, pace: Pace): Promise<LoadResult> {
  const result = await runLoad({
    urls: service.urls.map((url) => new URL(url)),
    headers: { "X-API-Key": service.apiKey },
    next,
    ...pace,
  });
  if (result.refused > 0) throw new Error(`${result.refused} calls were refused`);
  return result;
}
