import { sha256 } from "#lib/crypto/sha256.ts";
import { createToken } from "#lib/crypto/tokens.ts";
import { orderOutbox } from "#lib/events/outbox-past.ts";
import { requestSchemaFor } from "#lib/payments/contract-order.ts";
import { rewindSums } from "#lib/payments/sum-hours.ts";
import { type PastSale, writePastSales } from "#lib/payments/write-past.ts";
import { indexRecipient } from "#lib/recipients/identifier.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { beginSale } from "#lib/terminal/basket.ts";
import { buildPaymentBody } from "#lib/terminal/payment-body.ts";
import { computeTotals } from "#lib/terminal/totals.ts";
import { type DrawnSale, drawSales } from "./draw-sales.ts";
import type { HistoryPlace } from "./organizations.ts";
import { recordSaleRequests, recordStepRequests } from "./record-requests.ts";
import {
  deleteDueSteps,
  insertItems,
  insertSteps,
  lockHistory,
  type Regular,
  type StoredStep,
  updateHistory,
} from "./store.ts";
import { carryOut } from "./write-steps.ts";

const HOUR_MS = 60 * 60 * 1000;

/** A card that was paid with before it was registered. */
export type Newcomer = { hashedPan: string; at: Date };

type Written = { payments: number; newcomers: Newcomer[] };

/**
 * Writes what happened from one full hour to another, in one transaction: the sales of these hours, and the steps that
 * are due by their end. Undefined where another process has written them.
 */
export async function writeHours(
  { merchant, issuer }: HistoryPlace,
  { from, until }: { from: Date; until: Date },
  regulars: readonly Regular[],
): Promise<Written | undefined> {
  const drawn = hoursBetween(from, until).flatMap(drawSales);
  const sales = drawn.map((sale) => placeSale(sale, issuer.organizationId, regulars));
  const result = await inTransaction(async (transaction) => {
    const known = await lockHistory(transaction, merchant.organizationId);
    if (known === undefined || (known && known > from)) return undefined;
    const left = await deleteDueSteps(transaction, until);
    await rewindSums(
      transaction,
      new Date(Math.min(from.getTime(), ...left.map(({ at }) => at.getTime()))),
    );
    const ids = await writePastSales(transaction, merchant, sales);
    const steps = drawn.flatMap((sale, index) =>
      sale.steps.map((step) => ({ ...step, paymentId: ids[index] ?? "" })),
    );
    const isDue = ({ at }: StoredStep) => at < until;
    await insertSteps(
      transaction,
      steps.filter((step) => !isDue(step)),
    );
    const due = inOrder([...left, ...steps.filter(isDue)]);
    const done = await carryOut(transaction, { merchant, issuer }, due);
    await insertItems(transaction, [...ids, ...done.items]);
    await updateHistory(transaction, merchant.organizationId, until);
    await orderOutbox(transaction);
    return { ids, openings: done.openings };
  });
  if (!result) return undefined;
  recordSaleRequests(merchant, drawn, result.ids);
  recordStepRequests(issuer, result.openings);
  return { payments: result.ids.length, newcomers: findNewcomers(drawn, sales) };
}

function hoursBetween(from: Date, until: Date): Date[] {
  const count = (until.getTime() - from.getTime()) / HOUR_MS;
  return Array.from({ length: count }, (_, hour) => new Date(from.getTime() + hour * HOUR_MS));
}

/** With references, a card, and a basket of the till. */
function placeSale(
  { shop, basket, tipPercent, gateway, customer, ...sale }: DrawnSale,
  issuerId: string,
  regulars: readonly Regular[],
): PastSale {
  // No card has such a number; a registered one is found by its cardholder below.
  const recipientHashedPan = sha256(createToken("tok")).toString("hex");
  const body = buildPaymentBody({
    shop,
    sale: beginSale(),
    totals: computeTotals(shop, basket, { kind: "percent", percent: tipPercent }),
    card: { kind: "card", recipient: { recipientHashedPan }, ...lookOf(recipientHashedPan) },
    gateway,
    fields: { paymentMethod: "contactless" },
    now: sale.at,
  });
  const request = requestSchemaFor({ gateway }).parse(body);
  const regular =
    typeof customer === "number" ? regulars[Math.floor(customer * regulars.length)] : undefined;
  const holder = regular ? holderOf(regular, issuerId) : strangerOf(recipientHashedPan);
  return { ...sale, gateway, request, ...holder };
}

/** What the receipt says of the card. */
function lookOf(hash: string): { last4: string; brand: string } {
  const number = Number.parseInt(hash.slice(0, 8), 16);
  const brand = number % 3 === 0 ? "Mastercard" : "Visa";
  return { last4: String(number % 10_000).padStart(4, "0"), brand };
}

function strangerOf(recipientHashedPan: string): Pick<PastSale, "identifiers" | "recipient"> {
  const { cardIndexer } = serviceSecrets();
  return { identifiers: indexRecipient(cardIndexer, { recipientHashedPan }), recipient: undefined };
}

/** The hash of their card is stored nowhere, only what leads from it to them. */
function holderOf(
  { cardholderId, cardIndex: value, pepperVersion, keyId, publicKey }: Regular,
  organizationId: string,
): Pick<PastSale, "identifiers" | "recipient"> {
  const indexes = [{ value, version: pepperVersion }] as const;
  return {
    identifiers: [{ kind: "card", indexes }],
    recipient: {
      cardholderId,
      organizationId,
      pepperVersion,
      keys: [{ keyId, publicKey, previousKeyId: null }],
      by: "card",
    },
  };
}

function inOrder(steps: StoredStep[]): StoredStep[] {
  return steps.sort((a, b) => a.at.getTime() - b.at.getTime());
}

function findNewcomers(drawn: readonly DrawnSale[], sales: readonly PastSale[]): Newcomer[] {
  return drawn.flatMap(({ customer }, index) => {
    const hashedPan = sales[index]?.request.recipientHashedPan;
    if (typeof customer !== "object" || hashedPan === undefined) return [];
    return [{ hashedPan, at: customer.registersAt }];
  });
}
