import type { ChargeOutcome } from "#lib/gateways/gateway.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { type Payment, releasePayment } from "./store/payment.ts";
import { type PaymentResult, updateResult, updateResultInBatch } from "./store/result.ts";

type KnownOutcome = Exclude<ChargeOutcome, { kind: "unknown" }>;
type Refusal = Extract<ChargeOutcome, { kind: "declined" | "invalid" }>;

/**
 * Where the news comes from: the answer to an attempt, or the provider of its own accord, with some of
 * which a payment that failed can still be paid.
 */
type Source = { attempt: number } | { failuresCanRecover: boolean };

/** Records the answer to the attempt under way, which ends the claim on the payment. */
export async function recordAnswer(payment: Payment, outcome: ChargeOutcome): Promise<void> {
  if (outcome.kind === "unknown") {
    await releasePayment(payment, { wasAsked: outcome.reason !== "not_asked" });
    return;
  }
  const source = { attempt: payment.gatewayAttempts };
  await updateResultInBatch(payment, toResult(payment, outcome, source));
}

/**
 * Records what a gateway said about a payment other than in its answer. Returns whether the payment's
 * status changed: news that is out of date changes nothing.
 */
export async function recordOutcome(
  payment: Payment,
  outcome: KnownOutcome,
  source: Source,
  transaction?: Transaction,
): Promise<boolean> {
  return await updateResult(payment, toResult(payment, outcome, source), transaction);
}

function toResult(payment: Payment, outcome: KnownOutcome, source: Source): PaymentResult {
  switch (outcome.kind) {
    case "succeeded": {
      // The answer to our own call is believed in any case: the money is taken.
      const afterFailure = "attempt" in source || source.failuresCanRecover;
      return { ...takenBy(outcome, payment), status: outcome.kind, afterFailure };
    }
    case "requires_confirmation":
      return { ...takenBy(outcome, payment), status: outcome.kind };
    case "declined":
    case "invalid": {
      // Failed either way: nothing was charged, and the natural key is free for a corrected body.
      const attempt = "attempt" in source ? source.attempt : null;
      return { status: "failed", declineCode: declineCodeOf(outcome), attempt };
    }
  }
}

function takenBy(
  { orderId, clientSecret }: { orderId: string; clientSecret: string },
  { id }: Payment,
) {
  const encrypted = serviceSecrets().keyring.encrypt(clientSecret, context(id));
  return { orderId, clientSecret: encrypted };
}

/** Tells a malformed request from a declined card in the one column that keeps the reason. */
export const INVALID_PREFIX = "invalid_request: ";

/** Whether the provider refused the request itself, not the card. */
export function wasMalformed({ status, declineCode }: Payment): boolean {
  return status === "failed" && (declineCode?.startsWith(INVALID_PREFIX) ?? false);
}

export function declineCodeOf({ kind, reason }: Refusal): string {
  return kind === "invalid" ? `${INVALID_PREFIX}${reason}` : reason;
}

export function decryptClientSecret({ id, clientSecret }: Payment): string {
  if (!clientSecret) throw new Error("a payment that the gateway took has a client secret");
  return serviceSecrets().keyring.decrypt(new Uint8Array(clientSecret), context(id));
}

/** Binds the secret to its row: moved to another one it does not decrypt. */
function context(paymentId: string): string {
  return `payment.client_secret:${paymentId}`;
}
