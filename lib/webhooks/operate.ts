import { actOfOperator } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import type { WebhookEndpoint } from "./contract-endpoints.ts";
import {
  lockEndpoint,
  type OperatedRow,
  selectOperated,
  updateToPaused,
  updateToResumed,
} from "./store-operate.ts";

// What only the operator of the service does. No route leads here: `npm run admin` does.

/** More is not read for one endpoint. */
const MAX_WAITING = 1_000;

export type OperatedEndpoint = Tenant & {
  endpointId: string;
  host: string;
  status: WebhookEndpoint["status"];
  disabledReason: WebhookEndpoint["disabledReason"];
  disabledAt: Date | null;
  failingSince: Date | null;
  createdAt: Date;
  /** Of the next MAX_WAITING events in the log, those that it wants. */
  waitingEvents: number;
  hasMoreEvents: boolean;
  /** Up to MAX_WAITING. */
  waitingDeliveries: number;
};

/** Every endpoint, the oldest first. */
export async function listAllEndpoints(): Promise<OperatedEndpoint[]> {
  return (await selectOperated({ limit: MAX_WAITING })).map(toOperated);
}

/**
 * Stops an endpoint, until the operator resumes it: its organization cannot. Its position in the log stays. Throws
 * `not_found`, or `conflict` for one that is disabled already.
 */
export async function pauseEndpoint({
  endpointId,
  reason,
}: {
  endpointId: string;
  /** For the audit trail of its organization */
  reason: string;
}): Promise<OperatedEndpoint> {
  return await inTransaction(async (transaction) => {
    const row = await lockEndpoint(transaction, endpointId);
    if (!row) throw noSuchEndpoint();
    const { organizationId, environment, disabledReason } = row;
    if (disabledReason !== null) {
      throw new AppError("conflict", {
        message: `The endpoint is disabled already: ${disabledReason}`,
      });
    }
    await updateToPaused(transaction, endpointId);
    const details = { environment, target: endpointId, after: { reason } };
    await recordAct(transaction, actOfOperator(organizationId, "webhook_endpoint.paused", details));
    return await read(endpointId, transaction);
  });
}

/**
 * Goes on with the event at which the endpoint was paused; it has five days again until it is disabled for its failures.
 * Throws `not_found`, or `conflict` for one that is not paused.
 */
export async function resumeEndpoint({
  endpointId,
}: {
  endpointId: string;
}): Promise<OperatedEndpoint> {
  return await inTransaction(async (transaction) => {
    const row = await lockEndpoint(transaction, endpointId);
    if (!row) throw noSuchEndpoint();
    const { organizationId, environment, disabledReason } = row;
    if (disabledReason !== "paused") {
      throw new AppError("conflict", { message: "The endpoint is not paused" });
    }
    await updateToResumed(transaction, endpointId);
    const details = { environment, target: endpointId };
    await recordAct(
      transaction,
      actOfOperator(organizationId, "webhook_endpoint.resumed", details),
    );
    return await read(endpointId, transaction);
  });
}

async function read(
  id: string,
  transaction: Parameters<typeof selectOperated>[1],
): Promise<OperatedEndpoint> {
  const [row] = await selectOperated({ id, limit: MAX_WAITING }, transaction);
  if (!row) throw new Error("an endpoint that is locked is there");
  return toOperated(row);
}

function toOperated({ id, url, disabledReason, ...row }: OperatedRow): OperatedEndpoint {
  return {
    endpointId: id,
    organizationId: row.organizationId,
    environment: row.environment,
    // The rest of a URL may have a token in it.
    host: new URL(url).host,
    status: disabledReason === null ? "enabled" : "disabled",
    disabledReason,
    disabledAt: row.disabledAt,
    failingSince: row.failingSince,
    createdAt: row.createdAt,
    waitingEvents: row.waitingEvents,
    hasMoreEvents: row.hasMoreEvents,
    waitingDeliveries: row.waitingDeliveries,
  };
}

function noSuchEndpoint(): AppError {
  return new AppError("not_found", { message: "No such webhook endpoint" });
}
