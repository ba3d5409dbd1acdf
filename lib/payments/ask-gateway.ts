import { config } from "#lib/config.ts";
import type {
  AccountDispute,
  CancelOutcome,
  ChargeOutcome,
  FindOutcome,
  Gateway,
  NameOutcome,
  ProviderDispute,
  ProviderRefund,
  RefundOutcome,
  SentCharge,
  Unknown,
} from "#lib/gateways/gateway.ts";
import { waitOutside } from "#lib/limits/outside.ts";
import { log } from "#lib/log/logger.ts";
import type { GatewayRequest } from "./order.ts";
import { requireSameMoney } from "./require-same-money.ts";
import { type RecordedDispute, selectDisputes } from "./store/dispute.ts";
import type { Payment } from "./store/payment.ts";
import { type Refund, selectRefunds } from "./store/refund.ts";

/** Has the payment charged. */
export async function askForCharge(
  gateway: Gateway,
  payment: Payment,
  request: GatewayRequest,
): Promise<ChargeOutcome> {
  const { receiptId, merchantId, transactionId } = payment;
  const charge = { ...request, ...sentCharge(payment), receiptId, merchantId, transactionId };
  const outcome = await ask(payment, (signal) => gateway.charge(charge, signal));
  return await requireSameMoney(payment, outcome);
}

/** Asks what became of the charge, without making one. */
export async function findCharge(gateway: Gateway, payment: Payment): Promise<FindOutcome> {
  const charge = sentCharge(payment);
  const outcome = await ask(payment, (signal) => gateway.find(charge, signal));
  return await requireSameMoney(payment, outcome);
}

/** Makes sure that the payment is never charged from now on. */
export async function askForCancel(gateway: Gateway, payment: Payment): Promise<CancelOutcome> {
  const charge = sentCharge(payment);
  const outcome = await ask(payment, (signal) => gateway.cancel(charge, signal));
  return await requireSameMoney(payment, outcome);
}

/** Has a refund of the sale made. */
export async function askForRefund(
  gateway: Gateway,
  refund: Payment,
  sale: Payment,
): Promise<RefundOutcome> {
  const providerReference = await findReference(gateway, sale);
  if (providerReference === undefined) return { kind: "unknown", reason: "provider_error" };
  const { id: refundId, gatewayAttempts: attempt, amount, currency, refundReference } = refund;
  const firstAskedAt = refund.createdAt;
  const { id: paymentId } = sale;
  const names = { refundId, paymentId, providerReference, refundReference };
  return await ask(refund, (signal) =>
    gateway.refund({ ...names, attempt, firstAskedAt, amount, currency }, signal),
  );
}

/** What a provider has, and what was known of it when it was asked. */
export type RefundListing = { refunds: ProviderRefund[]; knownBefore: Refund[] };

/** All refunds that the provider has of the sale; undefined where it does not say. */
export async function listProviderRefunds(
  gateway: Gateway,
  sale: Payment,
): Promise<RefundListing | undefined> {
  const knownBefore = await selectRefunds(sale, sale.id);
  const providerReference = await findReference(gateway, sale);
  if (providerReference === undefined) return undefined;
  const listed = await ask(sale, async (signal) => {
    const charge = { ...sentCharge(sale), providerReference };
    return { kind: "listed" as const, refunds: await gateway.listRefunds(charge, signal) };
  });
  const refunds = listed.kind === "listed" ? listed.refunds : undefined;
  return refunds && { refunds, knownBefore };
}

/** What a provider has of the disputes of a payment, and what was known of them when it was asked. */
export type DisputeListing = { disputes: ProviderDispute[]; knownBefore: RecordedDispute[] };

/** The disputes that the provider has of the payment; undefined where it does not say. */
export async function listProviderDisputes(
  gateway: Gateway,
  payment: Payment & { providerReference: string },
  disputeId: string | undefined,
): Promise<DisputeListing | undefined> {
  const knownBefore = await selectDisputes(payment);
  const { providerReference } = payment;
  const charge = { ...sentCharge(payment), providerReference, disputeId };
  const listed = await ask(payment, async (signal) => ({
    kind: "listed" as const,
    disputes: await gateway.listDisputes(charge, signal),
  }));
  const disputes = listed.kind === "listed" ? listed.disputes : undefined;
  return disputes && { disputes, knownBefore };
}

/** The disputes of an account that are open, or were opened since; undefined where the provider does not say. */
export async function listAccountDisputes(
  gateway: Gateway,
  connectionId: string,
  since: Date,
): Promise<AccountDispute[] | undefined> {
  const listed = await ask({ id: connectionId }, async (signal) => ({
    kind: "listed" as const,
    disputes: await gateway.listAccountDisputes(since, signal),
  }));
  return listed.kind === "listed" ? listed.disputes : undefined;
}

/** Asks which payment of ours the provider has under a reference. */
export async function askForPaymentId(
  gateway: Gateway,
  providerReference: string,
): Promise<NameOutcome> {
  return await ask({ id: providerReference }, (signal) =>
    gateway.findPaymentId(providerReference, signal),
  );
}

/** A payment that was made before references were kept has to be looked up. */
async function findReference(gateway: Gateway, sale: Payment): Promise<string | undefined> {
  if (sale.providerReference !== null) return sale.providerReference;
  const found = await findCharge(gateway, sale);
  return "providerReference" in found ? found.providerReference : undefined;
}

function sentCharge(payment: Payment): SentCharge {
  const { id, gatewayAttempts, amount, currency, organizationId, environment } = payment;
  const { orderId, providerReference } = payment;
  return {
    paymentId: id,
    attempt: gatewayAttempts,
    firstAskedAt: payment.createdAt,
    askedAt: lastChargedAt(payment),
    amount,
    currency,
    organizationId,
    environment,
    orderId,
    providerReference,
  };
}

/** The last time at which a charge of the payment can have been sent. */
function lastChargedAt({ createdAt, updatedAt, cancelRequestedAt }: Payment): Date {
  const settledAt = createdAt.getTime() + config().paymentSettleMs;
  const requestedAt = cancelRequestedAt?.getTime() ?? settledAt;
  return new Date(Math.min(updatedAt.getTime(), settledAt, requestedAt));
}

/**
 * One call to a gateway, which is waited for no longer than the configured time. Whatever goes wrong is
 * `unknown`. No database connection is held meanwhile.
 */
async function ask<Outcome>(
  { id }: { id: string },
  call: (signal: AbortSignal) => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  const deadline = new AbortController();
  const timedOut = Promise.withResolvers<Unknown>();
  const timer = setTimeout(() => {
    // First, so that it is a timeout whatever the aborted call ends with.
    timedOut.resolve({ kind: "unknown", reason: "timeout" });
    deadline.abort();
  }, config().gatewayTimeoutMs);

  try {
    return await waitOutside(Promise.race([call(deadline.signal), timedOut.promise]));
  } catch (error) {
    log().error({ err: error, payment_id: id }, "the gateway call failed");
    return { kind: "unknown", reason: "provider_error" };
  } finally {
    clearTimeout(timer);
  }
}
