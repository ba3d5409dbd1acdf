import { AppError } from "#lib/core/errors.ts";
import type { Operation } from "#lib/core/operation.ts";
import { isQuarantined } from "#lib/storage/quarantine.ts";

/** [Note: quarantine] Refuses calls that could change data or reach a payment provider. */
export function requireReleased({ method }: Pick<Operation, "method">): void {
  if (method === "GET" || !isQuarantined()) return;
  throw new AppError("service_unavailable", {
    message: "Service temporarily unavailable",
    details: "the database was restored, and the operator has not released it yet",
    headers: { "Retry-After": "60" },
  });
}
