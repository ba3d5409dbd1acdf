import { AppError } from "#lib/core/errors.ts";
import { openForMs } from "#lib/gateways/circuit.ts";
import { CANCELED, type Gateway, type Hint, type HintSubject } from "#lib/gateways/gateway.ts";
import type { Notified } from "#lib/gateways/notifications.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { shareLook } from "#lib/gateways/share-look.ts";
import type { ProviderMatch } from "#lib/receipts/contract-match.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import {
  askForPaymentId,
  findCharge,
  listProviderDisputes,
  listProviderRefunds,
} from "./ask-gateway.ts";
import { recordDisputes } from "./record-disputes.ts";
import { lacksMatch, recordMatch } from "./record-match.ts";
import { type KnownOutcome, recordOutcome } from "./record-outcome.ts";
import { recordProviderRefunds } from "./record-refund.ts";
import { type Payment, selectPayment } from "./store/payment.ts";

/** A payment, and the provider's id of it. */
type Referenced = Payment & { providerReference: string };

/**
 * Asks the provider what is true of the payment that a hint is about, and records that. Nothing happens where it is
 * none of this connection. Throws `service_unavailable` where the provider does not say.
 */
export async function followHint(connection: Notified, hint: Hint): Promise<void> {
  const { providerReference, paymentId, about, disputeId } = hint;
  const subject = [providerReference, paymentId, ...about, disputeId];
  const key = [connection.connectionId, ...subject].join(" ");
  await shareLook(connection.organizationId, key, () => look(connection, hint));
}

async function look(connection: Notified, hint: Hint): Promise<void> {
  const payment = await findHinted(connection, hint);
  if (payment) await recordHinted(payment, hint);
}

type Subjects = { about: readonly HintSubject[]; disputeId?: string | undefined };

/** Asks the provider of a payment for what a hint is about. Throws `service_unavailable` where it does not say. */
export async function recordHinted(payment: Referenced, hint: Subjects): Promise<void> {
  for (const subject of hint.about) await records[subject](payment, hint);
}

/**
 * The payment that has this reference. Where the event does not repeat our name of it, or the answer that told the
 * reference was lost, the provider is asked which one it is.
 */
async function findHinted(
  connection: Notified,
  { providerReference, paymentId }: Hint,
): Promise<Referenced | undefined> {
  if (paymentId !== undefined) {
    const named = await selectOwn(connection, paymentId);
    if (named?.providerReference !== null) return withReference(named, providerReference);
  }
  const gateway = await openGateway(connection);
  const found = await askForPaymentId(gateway, providerReference);
  if (found.kind === "unknown") throw askAgain();
  const payment = found.paymentId && (await selectOwn(connection, found.paymentId));
  return payment ? withReference(payment, providerReference) : undefined;
}

/** A merchant's account may have payments that are not ours, or name those of another account. */
async function selectOwn(connection: Notified, paymentId: string): Promise<Payment | undefined> {
  const payment = await selectPayment(connection, paymentId);
  const isOwn = payment?.connectionId === connection.connectionId && payment.refundOf === null;
  return isOwn ? payment : undefined;
}

/** Undefined for a payment that the provider has under another reference. */
function withReference(
  payment: Payment | undefined,
  providerReference: string,
): Referenced | undefined {
  const known = payment?.providerReference ?? providerReference;
  return payment && known === providerReference ? { ...payment, providerReference } : undefined;
}

/** Throws `service_unavailable` while its circuit is open: nothing is asked then. */
async function openGateway(payment: Parameters<typeof reselectGateway>[0]): Promise<Gateway> {
  const gateway = await reselectGateway(payment);
  const retryAfterMs = openForMs(gateway);
  if (retryAfterMs !== undefined) throw askAgain(retryAfterMs);
  return gateway;
}

const records: Record<HintSubject, (payment: Referenced, hint: Subjects) => Promise<void>> = {
  payment: (payment) => recordPayment(payment, ["authorizationCode"]),
  charge: (payment) => recordPayment(payment, ["authorizationCode", "networkTransactionId"]),
  refunds: recordRefunds,
  disputes: recordPresentDisputes,
};

/** Nothing follows success but what is still missing for the bank's ledger; without that, the provider is not asked. */
async function recordPayment(
  payment: Referenced,
  wanted: readonly (keyof ProviderMatch)[],
): Promise<void> {
  if (payment.status === "succeeded" && !lacksMatch(payment, wanted)) return;
  const found = await findCharge(await openGateway(payment), payment);
  // Asked again, it would say the same; the mismatch is on record.
  if (found.kind === "unknown" && found.reason !== "mismatch") throw askAgain();
  // A charge still under way is settled by the answer to it.
  if (found.kind !== "succeeded" && found.kind !== "declined") return;
  if (payment.status !== "succeeded") await recordOutcome(payment, explain(found, payment));
  else if (found.kind === "succeeded") await recordMatch(payment, found.match);
}

/** A decline with that reason is the cancellation that was requested, although its own answer was lost. */
function explain(
  outcome: Extract<KnownOutcome, { kind: "succeeded" | "declined" }>,
  { cancelRequestedAt }: Payment,
): KnownOutcome {
  const isCanceled = outcome.kind === "declined" && outcome.reason === CANCELED;
  return isCanceled && cancelRequestedAt !== null ? { kind: "canceled" } : outcome;
}

async function recordRefunds(payment: Referenced): Promise<void> {
  const listing = await listProviderRefunds(await openGateway(payment), payment);
  if (!listing) throw askAgain();
  const isCurrent = await inTransaction((db) => recordProviderRefunds(db, payment, listing));
  if (!isCurrent) throw askAgain();
}

async function recordPresentDisputes(payment: Referenced, { disputeId }: Subjects): Promise<void> {
  const gateway = await openGateway(payment);
  const listing = await listProviderDisputes(gateway, payment, disputeId);
  if (!listing) throw askAgain();
  const isCurrent = await inTransaction((db) => recordDisputes(db, payment, listing));
  if (!isCurrent) throw askAgain();
}

function askAgain(retryAfterMs = 60_000): AppError {
  return new AppError("service_unavailable", {
    message: "The provider does not say what became of this; send the notification again",
    headers: { "Retry-After": String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  });
}
