import type { ChargeOutcome } from "#lib/gateways/gateway.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Queryable } from "#lib/storage/pipeline.ts";
import type { Payment } from "./store/payment.ts";
import { type PaymentResult, recordResult, recordResultWithOthers } from "./store/result.ts";

type KnownOutcome = Exclude<ChargeOutcome, { kind: "unknown" }>;
type Refusal = Extract<ChargeOutcome, { kind: "declined" | "invalid" }>;

/** Tells a malformed request from a declined card in the one column that keeps the reason. */
export const INVALID = "invalid_request: ";

/** Where the news come from: the answer to an attempt, or the provider by itself. */
type Source = { attempt: number } | { failsForNow: boolean };

/**
 * Writes down what a gateway said of a payment, in its answer or in a notification. Returns whether
 * the payment's status changed: news that come late change nothing.
 */
export async function recordOutcome(
  db: Queryable,
  payment: Payment,
  outcome: KnownOutcome,
  source: Source,
): Promise<boolean> {
  return await recordResult(db, payment, toResult(payment, outcome, source));
}

/**
 * The same for the answer to the attempt under way. Lost in a crash of the database, the payment is
 * pending again, and the gateway asked again.
 */
export async function recordAnswer(payment: Payment, outcome: KnownOutcome): Promise<boolean> {
  const source = { attempt: payment.gatewayAttempts };
  return await recordResultWithOthers(payment, toResult(payment, outcome, source));
}

function toResult(payment: Payment, outcome: KnownOutcome, source: Source): PaymentResult {
  switch (outcome.kind) {
    case "succeeded": {
      // The answer to our own call is believed in any case: the money is taken.
      const afterFailure = "attempt" in source || source.failsForNow;
      return { ...made(payment, outcome), afterFailure };
    }
    case "requires_confirmation":
      return made(payment, outcome);
    case "declined":
    case "invalid": {
      // Failed either way: nothing was charged, and the natural key is free for a corrected body.
      const declineCode = declineCodeOf(outcome);
      const attempt = "attempt" in source ? source.attempt : null;
      return { status: "failed", declineCode, attempt };
    }
  }
}

function made<Kind extends "succeeded" | "requires_confirmation">(
  { id }: Payment,
  { kind, orderId, clientSecret }: { kind: Kind; orderId: string; clientSecret: string },
) {
  return { status: kind, orderId, clientSecret: encryptClientSecret(id, clientSecret) };
}

export function declineCodeOf({ kind, reason }: Refusal): string {
  return kind === "invalid" ? `${INVALID}${reason}` : reason;
}

function encryptClientSecret(paymentId: string, clientSecret: string) {
  return serviceSecrets().keyring.encrypt(clientSecret, context(paymentId));
}

export function decryptClientSecret({ id, clientSecret }: Payment): string {
  if (!clientSecret) throw new Error("a payment that the gateway took has a client secret");
  return serviceSecrets().keyring.decrypt(new Uint8Array(clientSecret), context(id));
}

/** Binds the secret to its row: moved to another it does not decrypt. */
function context(paymentId: string): string {
  return `payment.client_secret:${paymentId}`;
}
