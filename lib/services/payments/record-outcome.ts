import type { ChargeOutcome } from "#lib/gateways/gateway.ts";
import type { Queryable } from "#lib/storage/database.ts";
import { type Payment, recordResult } from "#lib/storage/payments.ts";
import { encryptClientSecret } from "./client-secret.ts";

type KnownOutcome = Exclude<ChargeOutcome, { kind: "unknown" }>;
type Refusal = Extract<ChargeOutcome, { kind: "declined" | "invalid" }>;

/** Tells a malformed request from a declined card in the one column that keeps the reason. */
export const INVALID = "invalid_request: ";

/** Writes down what a gateway said of a payment, in its answer or in a notification. */
export async function recordOutcome(
  db: Queryable,
  payment: Payment,
  outcome: KnownOutcome,
): Promise<void> {
  switch (outcome.kind) {
    case "succeeded":
    case "requires_confirmation": {
      const { kind: status, orderId } = outcome;
      const clientSecret = encryptClientSecret(payment.id, outcome.clientSecret);
      await recordResult(db, payment, { status, orderId, clientSecret });
      break;
    }
    case "declined":
    case "invalid": {
      // Failed either way: nothing was charged, and the natural key is free for a corrected body.
      await recordResult(db, payment, { status: "failed", declineCode: declineCodeOf(outcome) });
      break;
    }
  }
}

export function declineCodeOf({ kind, reason }: Refusal): string {
  return kind === "invalid" ? `${INVALID}${reason}` : reason;
}
