import { refundRequest } from "#lib/payments/contract-refunds.ts";
import { writePastDispute, writePastRefund } from "#lib/payments/write-past-steps.ts";

import { type PastOpening, writePastOpenings } from "#lib/receipts/write-past.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { HistoryTenant } from "./organizations.ts";
import type { StoredStep } from "./store.ts";

type Parties = { merchant: HistoryTenant; issuer: HistoryTenant };

/** How long a cardholder takes from the consent to the receipt. */
const OPENING_MS = 1_900;

export type CarriedOut = {
  /** What the history consists of besides, as `demo_item` names it. */
  items: string[];
  openings: PastOpening[];
};

/** What happens to payments of the history after they were made, in the order of their times. */
export async function carryOut(
  transaction: Transaction,
  { merchant, issuer }: Parties,
  steps: readonly StoredStep[],
): Promise<CarriedOut> {
  const items: string[] = [];
  // One that repeats an opening comes after it.
  const rounds = [false, true].map((isAgain) =>
    steps.flatMap((step) => toOpening(step, issuer, isAgain)),
  );
  for (const openings of rounds) {
    const hashes = await writePastOpenings(transaction, openings);
    items.push(...hashes.map((hash) => `tok_${Buffer.from(hash).toString("hex")}`));
  }
  for (const step of steps) {
    const refundId = await changePayment(transaction, merchant, step);
    if (refundId !== undefined) items.push(refundId);
  }
  return { items, openings: rounds.flat() };
}

function toOpening(
  { kind, paymentId, at }: StoredStep,
  { organizationId, environment, apiKeyId }: HistoryTenant,
  isAgain: boolean,
): PastOpening[] {
  const kinds = isAgain ? ["opened_again"] : ["opened", "granted"];
  if (!kinds.includes(kind)) return [];
  const last = Number.parseInt(paymentId.slice(-2), 16);
  return [
    {
      organizationId,
      environment,
      paymentId,
      createdAt: at,
      usedAt: kind === "granted" ? null : new Date(at.getTime() + OPENING_MS),
      apiKeyId,
      // Of a network that nobody has (RFC 5737).
      address: `203.0.113.${last}`,
      consentMethod: last % 4 === 0 ? "pin" : "passkey",
    },
  ];
}

/** Returns the id of the refund, if it is one that was made. */
async function changePayment(
  transaction: Transaction,
  merchant: HistoryTenant,
  { kind, paymentId, at, percent = 100 }: StoredStep,
): Promise<string | undefined> {
  if (kind === "disputed" || kind === "dispute_closed") {
    await writePastDispute(transaction, merchant, {
      paymentId,
      at,
      isOpening: kind === "disputed",
    });
  }
  if (kind !== "refunded") return undefined;
  return await writePastRefund(transaction, merchant, {
    paymentId,
    at,
    percent,
    request: ({ receiptId, transactionId, merchantId }) =>
      refundRequest.parse({
        receiptId: `${receiptId}-C`,
        transactionId: `${transactionId}_refund`,
        refundReference: `${receiptId}-1`,
        merchantId,
        merchantName: "Credit note",
        transactionDate: at.toISOString(),
      }),
  });
}
