import type { ChargeOutcome, FindOutcome } from "#lib/gateways/gateway.ts";
import { announceReceipt } from "#lib/push/announce.ts";
import { addToMatch } from "#lib/receipts/match-data.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { startLateRefund } from "./start-refund.ts";
import { getPaymentRow, type Payment } from "./store/payment.ts";
import {
  type PaymentResult,
  type ProviderNames,
  updateResult,
  updateResultInBatch,
} from "./store/result.ts";

/** What a gateway says about a payment, other than that it does not know. */
export type KnownOutcome =
  | Exclude<ChargeOutcome, { kind: "unknown" }>
  /** Nothing was charged, and nothing can be any more. */
  | { kind: "canceled" };
type Refusal = Extract<ChargeOutcome, { kind: "declined" | "invalid" }>;

/** The payment as it is now; `superseded` where its status is another result than the one to be recorded. */
export type RecordedAnswer = { kind: "recorded" | "superseded"; payment: Payment };

/** The answer to a charge; `clientSecret` where the gateway has taken it. */
export type Charged = RecordedAnswer & { clientSecret: string | null };

/**
 * Records the answer to the attempt under way, which ends the claim on the payment. If the payment has ended
 * already, or another attempt has begun, the answer is ignored; what was charged after the end is refunded.
 */
export async function recordAnswer(
  claimed: Payment,
  outcome: Exclude<ChargeOutcome, { kind: "unknown" }>,
): Promise<RecordedAnswer> {
  const result = toResult(claimed, outcome, claimed.gatewayAttempts);
  const settled = await updateResultInBatch(claimed, result);
  if (settled) {
    if (outcome.kind === "succeeded") announceReceipt(claimed);
    const matchData = ("matchData" in result && result.matchData) || claimed.matchData;
    return { kind: "recorded", payment: { ...claimed, ...result, ...settled, matchData } };
  }
  if (result.status === "succeeded") await startLateRefund(claimed, result);
  return { kind: "superseded", payment: await getPaymentRow(claimed) };
}

/**
 * Records what a gateway says about a payment in any other way. A success that comes after the payment
 * has ended is never dropped: it is to be refunded. Returns whether the payment's status changed.
 */
export async function recordOutcome(
  payment: Payment,
  outcome: KnownOutcome,
  transaction?: Transaction,
): Promise<boolean> {
  const result = toResult(payment, outcome, null);
  const isChanged = await updateResult(payment, result, transaction);
  if (result.status !== "succeeded") return isChanged;
  if (isChanged) announceReceipt(payment);
  else await startLateRefund(payment, result, transaction);
  return isChanged;
}

/** Records what a look-up found; false where it found nothing that ends the waiting. */
export async function recordFound(payment: Payment, found: FindOutcome): Promise<boolean> {
  if (found.kind === "unknown" || found.kind === "absent") return false;
  if (found.kind === payment.status) return false;
  return await recordOutcome(payment, found);
}

/** The same as it is stored; `attempt` where the outcome is that of one attempt. */
export function toResult(
  payment: Pick<Payment, "id" | "matchData">,
  outcome: KnownOutcome,
  attempt: number | null,
): PaymentResult {
  switch (outcome.kind) {
    case "succeeded":
    case "requires_confirmation":
      return { ...namesOf(outcome, payment), status: outcome.kind };
    case "declined":
    case "invalid":
      // Failed either way: nothing was charged, and the natural key is free for a corrected body.
      return { status: "failed", declineCode: declineCodeOf(outcome), attempt };
    case "canceled":
      return { status: "canceled" };
  }
}

function namesOf(
  { orderId, clientSecret, providerReference, match }: Extract<ChargeOutcome, { orderId: string }>,
  payment: Pick<Payment, "id" | "matchData">,
): ProviderNames {
  const encrypted = serviceSecrets().keyring.encrypt(clientSecret, clientSecretContext(payment.id));
  const matchData = addToMatch(payment, match);
  return { orderId, clientSecret: encrypted, providerReference, matchData };
}

/** Tells a malformed request from a declined card in the one column that keeps the reason. */
export const INVALID_PREFIX = "invalid_request: ";

/** Whether the provider refused the request itself, not the card. */
export function wasMalformed({ status, declineCode }: Payment): boolean {
  return status === "failed" && (declineCode?.startsWith(INVALID_PREFIX) ?? false);
}

function declineCodeOf({ kind, reason }: Refusal): string {
  return kind === "invalid" ? `${INVALID_PREFIX}${reason}` : reason;
}

export function decryptClientSecret({ id, clientSecret }: Payment): string {
  if (!clientSecret) throw new Error("a payment that the gateway took has a client secret");
  return serviceSecrets().keyring.decrypt(new Uint8Array(clientSecret), clientSecretContext(id));
}

/** Binds the secret to its row: moved to another one it does not decrypt. */
export function clientSecretContext(paymentId: string): string {
  return `payment.client_secret:${paymentId}`;
}
