import type { LoggedEvent } from "#lib/events/logged-event.ts";
import { openMatch } from "#lib/receipts/match-data.ts";

/** What happened, with what its bank's ledger knows of it. */
export function openEventData({ data, matchData }: LoggedEvent): Record<string, unknown> {
  if (matchData === null) return data;
  const id = data.refundId ?? data.paymentId;
  if (typeof id !== "string") throw new Error("only payments, refunds, and receipts have a match");
  return { ...data, match: openMatch({ id, matchData }) };
}

/** The body of a webhook: the same bytes at each attempt. */
export function eventBody(event: LoggedEvent): string {
  const { type, createdAt } = event;
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: openEventData(event) });
}
