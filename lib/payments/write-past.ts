import type { Tenant } from "#lib/core/caller.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { dateOutbox, type Moment } from "#lib/events/outbox-past.ts";
import type { courses } from "#lib/gateways/sandbox/courses.ts";
import { namePastCharge } from "#lib/gateways/sandbox/sandbox.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import type { FoundRecipient } from "#lib/recipients/card.ts";
import type { SentIdentifiers } from "#lib/recipients/identifier.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { identifyPayment } from "./idempotency.ts";
import { settleOrder } from "./order.ts";
import { type KnownOutcome, toResult } from "./record-outcome.ts";
import { sealIntent } from "./seal.ts";
import { insertIntents, type NewPayment } from "./store/intent.ts";
import { datePayments, deletePayments, deletePendingOf } from "./store/past.ts";
import { updateResults } from "./store/result.ts";

/** A payment of a history, with its result: it never was at a provider, and reads as one of the sandbox does. */
export type PastSale = {
  gateway: GatewayName;
  request: PaymentRequest;
  at: Date;
  identifiers: SentIdentifiers;
  recipient: FoundRecipient | undefined;
  outcome:
    | { kind: "succeeded"; course?: keyof typeof courses | undefined }
    | { kind: "declined"; reason: string }
    | { kind: "canceled" };
  /** When the result came. */
  settledAt: Date;
};

/** The most that one statement stores, as with payments of the present. */
const MAX_ROWS = 16;

/**
 * Writes payments of the past as if they had been made then: sealed, stored, and settled by the same statements as all
 * payments, and dated afterwards. Returns their ids, in order. `rewindSums` comes before it, and `orderOutbox` after.
 */
export async function writePastSales(
  transaction: Transaction,
  tenant: Tenant,
  sales: readonly PastSale[],
): Promise<string[]> {
  const intents = await Promise.all(sales.map((sale) => seal(tenant, sale)));
  for (let first = 0; first < intents.length; first += MAX_ROWS) {
    const page = intents.slice(first, first + MAX_ROWS);
    const stored = await insertIntents(page, transaction, { isClaimed: false });
    for (const one of stored) if (one instanceof Error) throw one;
  }
  const ids = intents.map(({ id }) => id);
  await updateResults(
    transaction,
    intents.map((key, at) => ({ key, result: toResult(key, outcomeOf(key, sales[at]), null) })),
  );
  const canceled = ids.filter((_, at) => sales[at]?.outcome.kind === "canceled");
  await deletePendingOf(transaction, canceled);
  const moments = sales.map(({ settledAt }, at) => ({ id: ids[at] ?? "", at: settledAt }));
  await datePast(transaction, moments);
  return ids;
}

async function seal(
  caller: Tenant,
  { gateway, request, at, identifiers, recipient }: PastSale,
): Promise<NewPayment> {
  const draft = {
    caller,
    gateway,
    connectionId: null,
    request,
    content: { kind: "receipt", request, merchantSignature: undefined, logo: undefined },
    order: settleOrder(gateway, request),
    identity: identifyPayment(gateway, request, undefined),
    at,
  } as const;
  return await sealIntent(draft, identifiers, recipient);
}

function outcomeOf(
  { id: paymentId, gateway, amount, currency }: NewPayment,
  sale: PastSale | undefined,
): KnownOutcome {
  if (!sale) throw new Error("each payment is of a sale");
  const { outcome } = sale;
  if (outcome.kind !== "succeeded") return outcome;
  const charge = { paymentId, amount, currency };
  return { kind: "succeeded", ...namePastCharge(gateway, charge, outcome.course) };
}

/**
 * Dates what this transaction has just written of payments and their receipts, before it writes the next thing about
 * one of them.
 */
export async function datePast(
  transaction: Transaction,
  moments: readonly Moment[],
): Promise<void> {
  if (moments.length === 0) return;
  await datePayments(transaction, moments);
  await dateOutbox(transaction, moments);
}

/** Deletes payments of a history with their refunds and whatever belongs to them; returns the ids of all of them. */
export async function removePast(
  transaction: Transaction,
  tenant: Tenant,
  paymentIds: readonly string[],
): Promise<string[]> {
  return await deletePayments(transaction, tenant, paymentIds);
}
