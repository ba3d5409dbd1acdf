import { actOfOperator } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { finishPayment } from "./finish-pending.ts";
import { isTaken } from "./make-refund.ts";
import { countPendingRows, type PendingRow, selectPending } from "./store/operate.ts";
import { type Payment, selectPayment } from "./store/payment.ts";

export { groupPending } from "./store/operate.ts";

// What only the operator of the service does. No route leads here: `npm run admin` does.

const MAX_PAYMENTS = 1_000;

export type PendingReason =
  /** A process is busy with it. */
  | "in_progress"
  /** The account that it was begun with is gone. */
  | "not_connected"
  | "no_answer"
  | "waits_for_customer"
  | "waits_for_provider"
  | "to_be_canceled"
  | "to_be_refunded"
  /** Canceled, and looked after in case that it was charged all the same. */
  | "watched_for_late_charge";

export type PendingPayment = Tenant & {
  paymentId: string;
  kind: "sale" | "refund";
  paymentStatus: Payment["status"];
  gateway: GatewayName;
  connection: { id: string; provider: string | null } | null;
  attempts: number;
  createdAt: Date;
  /** When the job looks at it next */
  dueAt: Date;
  reason: PendingReason;
};

/** The payments and refunds that are not final, the oldest first. */
export async function listPending(): Promise<PendingPayment[]> {
  return (await selectPending(null, MAX_PAYMENTS)).map(describePending);
}

export async function countPending(): Promise<number> {
  return await countPendingRows();
}

function describePending(row: PendingRow): PendingPayment {
  const { connectionId } = row;
  return {
    paymentId: row.id,
    organizationId: row.organizationId,
    environment: row.environment,
    kind: row.refundOf === null ? "sale" : "refund",
    paymentStatus: row.status,
    gateway: row.gateway,
    connection: connectionId === null ? null : { id: connectionId, provider: row.provider },
    attempts: row.gatewayAttempts,
    createdAt: row.createdAt,
    dueAt: row.dueAt,
    reason: reasonOf(row),
  };
}

function reasonOf(row: PendingRow): PendingReason {
  const { status, connectionId, environment } = row;
  const isSandbox = connectionId === null && environment !== "production";
  if (row.isClaimed) return "in_progress";
  if (!isSandbox && !row.hasCredentials) return "not_connected";
  if (row.refundOf !== null) return isTaken(row) ? "waits_for_provider" : "no_answer";
  if (status === "canceled") return "watched_for_late_charge";
  if (status === "succeeded") return "to_be_refunded";
  if (row.cancelRequestedAt !== null) return "to_be_canceled";
  return status === "requires_confirmation" ? "waits_for_customer" : "no_answer";
}

export type Settlement = {
  paymentId: string;
  paymentStatus: Payment["status"];
  /** Why it still waits; null where it is final. */
  reason: PendingReason | null;
};

/**
 * Takes the step that the job would take for this payment, whatever its turn: asks its gateway, and records
 * the answer. Throws `not_found` for what is final or unknown.
 */
export async function settleNow({ paymentId }: { paymentId: string }): Promise<Settlement> {
  const [row] = await selectPending(paymentId, 1);
  if (!row) throw new AppError("not_found", { message: "No such payment waits to be finished" });

  const { organizationId, environment, status: paymentStatus } = row;
  const details = { environment, target: paymentId, before: { paymentStatus } };
  await recordEvent(actOfOperator(organizationId, "payment.settle_requested", details));
  await finishPayment(row);
  const [left] = await selectPending(paymentId, 1);
  const now = left ?? (await selectPayment(row, paymentId)) ?? row;
  return { paymentId, paymentStatus: now.status, reason: left ? reasonOf(left) : null };
}
