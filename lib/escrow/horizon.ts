import { config } from "#lib/config.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Escrow that began before this time is over, whether or not the job has expired it yet. */
export function escrowHorizon(now = new Date()): Date {
  return new Date(now.getTime() - config().escrowDays * DAY_MS);
}

/** When escrow that began at this time is over. */
export function escrowEndOf(escrowedAt: Date): Date {
  return new Date(escrowedAt.getTime() + config().escrowDays * DAY_MS);
}

/** The receipt status in SQL. Escrow ends when it is due, not when the job comes by. */
export function receiptStatusSince(horizon: string): string {
  return `
    CASE WHEN p.receipt_status = 'escrowed' AND p.escrowed_at < ${horizon}::timestamptz
         THEN 'expired'::receipt_status ELSE p.receipt_status END`;
}
