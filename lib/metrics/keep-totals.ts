import { setTimeout as delay } from "node:timers/promises";
import type { Sample, SampleValue } from "./instruments.ts";

/** The topic under which processes send their counts to the supervisor. */
export const METRICS = "metrics";

/** The counts of one process so far, or the request for those of all. */
export type TotalsMessage = { by: number; samples: Sample[] } | "all";

/** A process that does not answer in time is shown with its last counts. */
const MAX_WAIT_MS = 1_000;
const POLL_INTERVAL_MS = 5;

/**
 * For the supervisor, which keeps the counts while processes come and go: a decreasing sum would look like a
 * restart of the whole server. `living` returns the ids of the running processes.
 */
export function createTotalsKeeper(
  living: () => readonly (number | undefined)[],
): (body: unknown) => Promise<Sample[][]> {
  const latest = new Map<number, { samples: Sample[]; at: number }>();
  const kept: { ended: Sample[] } = { ended: [] };

  function forgetEnded(): void {
    for (const [by, { samples }] of latest) {
      if (living().includes(by)) continue;
      kept.ended = addUp([...kept.ended, ...totalsOf(samples)]);
      latest.delete(by);
    }
  }

  async function gather(): Promise<Sample[][]> {
    const askedAt = performance.now();
    const isLate = () => performance.now() - askedAt > MAX_WAIT_MS;
    const haveAllAnswered = () => [...latest.values()].every(({ at }) => at >= askedAt);
    for (forgetEnded(); !haveAllAnswered() && !isLate(); forgetEnded()) {
      await delay(POLL_INTERVAL_MS);
    }
    const parts = [...latest.values()].map(({ samples, at }) =>
      at >= askedAt ? samples : totalsOf(samples),
    );
    return [...parts, kept.ended];
  }

  return async (body) => {
    const message = body as TotalsMessage;
    if (message === "all") return await gather();
    latest.set(message.by, { samples: message.samples, at: performance.now() });
    return [];
  };
}

/** The values that stay valid after the process has ended. */
function totalsOf(samples: readonly Sample[]): Sample[] {
  return samples.filter(({ type }) => type === "counter" || type === "histogram");
}

function addUp(samples: readonly Sample[]): Sample[] {
  const byName = Map.groupBy(samples, ({ name }) => name);
  return [...byName.values()].flatMap((same) =>
    same.slice(0, 1).map((one) => ({
      ...one,
      values: addValues(same.flatMap(({ values }) => values)),
    })),
  );
}

function addValues(values: readonly SampleValue[]): SampleValue[] {
  const bySeries = Map.groupBy(values, ({ metricName, labels }) =>
    JSON.stringify([metricName, labels]),
  );
  return [...bySeries.values()].flatMap((same) =>
    same.slice(0, 1).map((one) => ({
      ...one,
      value: same.reduce((sum, { value }) => sum + value, 0),
    })),
  );
}
