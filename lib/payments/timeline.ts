import { config } from "#lib/config.ts";
import type { TimelineEntry } from "./contract-console.ts";
import type { PaymentDetails, PaymentEvent } from "./store/details.ts";

type StatusEvent = Extract<PaymentEvent, { previousStatus: unknown }>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Every transition of a payment and its receipt, the oldest first: the first ones from its own row,
 * the later ones from its events.
 */
export function assembleTimeline(payment: PaymentDetails, events: PaymentEvent[]): TimelineEntry[] {
  const createdAt = payment.createdAt.toISOString();
  const entries: TimelineEntry[] = [
    { kind: "created", at: createdAt },
    { kind: payment.escrowedAt === null ? "sealed" : "escrowed", at: createdAt },
    ...firstResult(payment, events),
    ...events.map(describeEvent),
    ...endOfEscrow(payment, events),
  ];
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The row has the status of now; what came before a change stands in the event of that change. */
function firstResult(payment: PaymentDetails, events: PaymentEvent[]): TimelineEntry[] {
  const change = events.find(
    (event): event is StatusEvent => "previousStatus" in event && event.previousStatus !== null,
  );
  const status = change?.previousStatus ?? payment.status;
  if (status === "pending") return [];

  // Settled before the time was kept: then nothing is known but the row's last change.
  const at = (payment.settledAt ?? payment.updatedAt).toISOString();
  if (status !== "failed") return [{ kind: status, at }];
  return [{ kind: status, at, declineCode: (change ?? payment).declineCode }];
}

function describeEvent(event: PaymentEvent): TimelineEntry {
  const at = event.at.toISOString();
  switch (event.kind) {
    case "failed":
      return { kind: event.kind, at, declineCode: event.declineCode };
    case "refunded":
      return { kind: event.kind, at, refundedAmount: event.refundedAmount };
    default:
      return { kind: event.kind, at };
  }
}

/** Escrow that is over, where the sweep that writes the event has not been by yet. */
function endOfEscrow(
  { receiptStatus, escrowedAt }: PaymentDetails,
  events: PaymentEvent[],
): TimelineEntry[] {
  const isSwept = events.some(({ kind }) => kind === "expired");
  if (receiptStatus !== "expired" || escrowedAt === null || isSwept) return [];
  const at = new Date(escrowedAt.getTime() + config().escrowDays * DAY_MS).toISOString();
  return [{ kind: "expired", at }];
}
