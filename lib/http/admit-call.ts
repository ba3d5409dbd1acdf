import { AppError } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { counter } from "#lib/metrics/instruments.ts";
import type { Exchange } from "./exchange.ts";
import { LoadShedder } from "./load-shedder.ts";
import { respondError } from "./respond.ts";

const refusals = counter({
  name: "sealslip_http_overload_refusals_total",
  help: "Calls refused because the process had too many in progress",
  labels: [],
});

const current = { shedder: new LoadShedder() };

/** From now on by that one. */
export function setLoadShedder(shedder: LoadShedder): void {
  current.shedder = shedder;
}

/**
 * Answers a call unless the process is too far behind: 503 then, before anything of the call is read. What has
 * no rate class is never refused: probes, and the notifications of payments that were taken.
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
    return await respondError(exchange, overloaded(retrySeconds));
  }
  shedder.begin();
  try {
    return await answer();
  } finally {
    shedder.end();
  }
}

function overloaded(seconds: number): AppError {
  return new AppError("service_unavailable", {
    message: "Too many calls at once",
    details: `retry in ${seconds} ${seconds === 1 ? "second" : "seconds"}`,
    headers: { "Retry-After": String(seconds) },
  });
}
