import { config } from "#lib/config.ts";
import type { TimelineEntry } from "./contract-console.ts";
import type { PaymentDetails, PaymentEvent } from "./store/details.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Every transition of a payment and its receipt, oldest first: the first ones from its own row, the
 * later ones from its events.
 */
export function assembleTimeline(payment: PaymentDetails, events: PaymentEvent[]): TimelineEntry[] {
  const { createdAt: at, escrowedAt } = payment;
  const entries: TimelineEntry[] = [
    { kind: "created", at },
    { kind: escrowedAt === null ? "sealed" : "escrowed", at },
    ...firstResult(payment, events),
    ...events.map(toEntry),
    ...endOfEscrow(payment, events),
  ];
  return entries.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The row has the current status; the one before a change stands in the event of that change. */
function firstResult(payment: PaymentDetails, events: PaymentEvent[]): TimelineEntry[] {
  const change = events.find(({ previousStatus }) => previousStatus !== null);
  const kind = change?.previousStatus ?? payment.status;
  if (kind === "pending") return [];

  // Settled before that time was kept: then nothing is known but the row's last change.
  const at = payment.settledAt ?? payment.updatedAt;
  return [{ kind, at, declineCode: (change ?? payment).declineCode }];
}

function toEntry({ kind, at, declineCode, refundedAmount }: PaymentEvent): TimelineEntry {
  if (kind === "refunded") return { kind, at, refundedAmount: Number(refundedAmount) };
  return { kind, at, declineCode };
}

/** Escrow that is over, before the job that writes the event has come by. */
function endOfEscrow(
  { receiptStatus, escrowedAt }: PaymentDetails,
  events: PaymentEvent[],
): TimelineEntry[] {
  const isRecorded = events.some(({ kind }) => kind === "expired");
  if (receiptStatus !== "expired" || escrowedAt === null || isRecorded) return [];
  const at = new Date(escrowedAt.getTime() + config().escrowDays * DAY_MS);
  return [{ kind: "expired", at }];
}
