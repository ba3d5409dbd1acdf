import { AppError } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { inPlace } from "#lib/limits/outside.ts";
import { log } from "#lib/log/logger.ts";
import { counter } from "#lib/metrics/instruments.ts";
import type { Exchange } from "./exchange.ts";
import { LoadShedder } from "./load-shedder.ts";
import { respondError } from "./respond.ts";

const refusals = counter({
  name: "sealslip_http_overload_refusals_total",
  help: "Calls refused because the process had too many in progress",
  labels: [],
});

const shareRefusals = counter({
  name: "sealslip_http_share_refusals_total",
  help: "Calls refused because their tenant or address had its share of calls in progress",
  labels: [],
});

const current = { shedder: new LoadShedder() };

/** Replaces the load shedder. */
export function setLoadShedder(shedder: LoadShedder): void {
  current.shedder = shedder;
}

/**
 * Answers a call unless the process is too far behind: then 503, before any of the call is read. Calls
 * without a rate class are never refused: probes, and provider notifications.
 */
export async function admitCall(
  exchange: Exchange,
  { rateClass }: Pick<Operation, "rateClass">,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { shedder } = current;
  const retrySeconds = rateClass === null ? undefined : shedder.refusedForSeconds();
  if (retrySeconds !== undefined) {
    refusals.add();
    exchange.isUnlogged = !takesLine();
    return await respondError(exchange, overloaded(retrySeconds));
  }
  const place = shedder.begin();
  exchange.place = place;
  try {
    return await inPlace(place, answer);
  } finally {
    place.end();
  }
}

/**
 * Waits for the call's turn among those of its tenant or address, and of all others. Throws
 * `rate_limit_exceeded` where too many of its calls are in progress.
 */
export async function awaitTurn(exchange: Exchange): Promise<void> {
  const { place, holder } = exchange;
  if (place === undefined || (await place.takeTurn(holder))) return;
  shareRefusals.add();
  throw tooManyAtOnce;
}

/** Waits for the rest of a call's body: meanwhile the call does not count as in progress. */
export async function awaitClient<T>({ place }: Exchange, arrival: () => Promise<T>): Promise<T> {
  place?.pause();
  try {
    return await arrival();
  } finally {
    place?.resume();
  }
}

const tooManyAtOnce = new AppError("rate_limit_exceeded", {
  message: "Too many of your calls at once",
  details: "retry in 1 second",
  headers: { "Retry-After": "1" },
});

const errors = new Map<number, AppError>();

/**
 * One error object for all refusals: capturing a stack for each would be a tenth of the cost of a refusal.
 */
function overloaded(seconds: number): AppError {
  const error = errors.get(seconds) ?? createError(seconds);
  errors.set(seconds, error);
  return error;
}

function createError(seconds: number): AppError {
  return new AppError("service_unavailable", {
    message: "Too many calls at once",
    details: `retry in ${seconds} ${seconds === 1 ? "second" : "seconds"}`,
    headers: { "Retry-After": String(seconds) },
  });
}

/** Enough to see who calls. A line for each would be a third of the cost of a refusal. */
const LINES_PER_SECOND = 100;

const second: { refused: number; timer: NodeJS.Timeout | undefined } = {
  refused: 0,
  timer: undefined,
};

/** Whether a refusal has a line of its own in the log; the others of its second share one. */
function takesLine(): boolean {
  second.timer ??= setTimeout(logOtherRefusals, 1_000).unref();
  second.refused += 1;
  return second.refused <= LINES_PER_SECOND;
}

/** Logs the number of refusals without a line; each second, and when the process ends. */
export function logOtherRefusals(): void {
  clearTimeout(second.timer);
  const refusals = second.refused - LINES_PER_SECOND;
  if (refusals > 0) log().warn({ refusals }, "more calls were refused than have a line");
  second.refused = 0;
  second.timer = undefined;
}
