import { AppError } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { Admission } from "./admission.ts";
import type { Exchange } from "./exchange.ts";
import { respondError } from "./respond.ts";

const refusals = counter({
  name: "sealslip_http_overload_refusals_total",
  help: "Calls refused because the process had too many in progress",
  labels: [],
});

const current = { admission: new Admission() };

/** From now on by that one. */
export function setAdmission(admission: Admission): void {
  current.admission = admission;
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
  const { admission } = current;
  const retrySeconds = rateClass === null ? undefined : admission.refusedForSeconds();
  if (retrySeconds !== undefined) {
    refusals.add();
    return await respondError(exchange, overloaded(retrySeconds));
  }
  admission.begin();
  try {
    return await answer();
  } finally {
    admission.end();
  }
}

function overloaded(seconds: number): AppError {
  return new AppError("service_unavailable", {
    message: "Too many calls at once",
    details: `retry in ${seconds} ${seconds === 1 ? "second" : "seconds"}`,
    headers: { "Retry-After": String(seconds) },
  });
}
