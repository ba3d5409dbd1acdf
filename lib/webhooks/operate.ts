import { actOfOperator } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { AppError } from "#lib/core/errors.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
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

export type OperatedEndpoint = Omit<OperatedRow, "id" | "url"> & {
  endpointId: string;
  /** The rest of a URL may have a token in it. */
  host: string;
  status: WebhookEndpoint["status"];
};

export const LISTED_ENDPOINTS = 50;

/** The endpoints of all organizations after one of them, the oldest first, LISTED_ENDPOINTS at most. */
export async function listAllEndpoints(after?: string): Promise<OperatedEndpoint[]> {
  const page = { after, size: LISTED_ENDPOINTS };
  return (await selectOperated(page, MAX_WAITING)).map(toOperated);
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
    const { organizationId, environment, disabledReason } = await lock(transaction, endpointId);
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
    const { organizationId, environment, disabledReason } = await lock(transaction, endpointId);
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

async function lock(transaction: Transaction, id: string) {
  const row = await lockEndpoint(transaction, id);
  if (!row) throw new AppError("not_found", { message: "No such webhook endpoint" });
  return row;
}

async function read(id: string, transaction: Transaction): Promise<OperatedEndpoint> {
  const [row] = await selectOperated({ id }, MAX_WAITING, transaction);
  if (!row) throw new Error("an endpoint that is locked is there");
  return toOperated(row);
}

function toOperated({ id, url, ...row }: OperatedRow): OperatedEndpoint {
  const status = row.disabledReason === null ? "enabled" : "disabled";
  return { endpointId: id, host: new URL(url).host, status, ...row };
}
