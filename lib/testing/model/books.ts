import assert from "node:assert/strict";
import type { StandInRequest } from "#lib/gateways/testing/stand-in.ts";
import { pool } from "#lib/storage/database.ts";
import type { SaleKey } from "./clock.ts";
import type { ModelProvider } from "./providers.ts";

/** One attempt at a sale as the service has it. */
export type Book = {
  paymentId: string;
  amount: number;
  status: string;
  refundedAmount: number;
  receiptStatus: string;
  refunds: {
    refundId: string;
    status: string;
    amount: number;
    origin: string;
    /** Whether the cardholder's list shows a note of it. */
    isDelivered: boolean;
  }[];
  isDelivered: boolean;
};

/** All attempts at the sale. */
export async function readBooks(
  { tenant, receiptId }: SaleKey,
  cardholderId: string,
): Promise<Book[]> {
  const isDelivered = (payment: string) =>
    `coalesce(${payment}.cardholder_id = $3 AND ${payment}.status = 'succeeded'
              AND ${payment}.receipt_status = 'sealed', false)`;
  const { rows } = await pool().query<Book>({
    name: "model-read-books",
    text: `SELECT p.id AS "paymentId", p.amount, p.status, p.refunded_amount AS "refundedAmount",
            p.receipt_status AS "receiptStatus", ${isDelivered("p")} AS "isDelivered",
            coalesce((SELECT json_agg(json_build_object(
                        'refundId', r.id, 'status', r.status, 'amount', r.amount,
                        'origin', r.refund_origin, 'isDelivered', ${isDelivered("r")}))
                      FROM payment r WHERE r.refund_of = p.id), '[]') AS refunds
     FROM payment p WHERE p.organization_id = $1 AND p.receipt_id = $2 AND p.refund_of IS NULL`,
    values: [tenant.organizationId, receiptId, cardholderId],
  });
  return rows;
}

/** What the customer has lost to a payment by now; undefined where the provider keeps no books. */
export function takenFor(
  { standIn }: ModelProvider,
  { paymentId, amount }: Pick<Book, "paymentId" | "amount">,
): number | undefined {
  if (!standIn) return undefined;
  return standIn.countCharges(paymentId) * amount - standIn.refundedAmount(paymentId);
}

/** How often the provider was asked to charge a payment; where it has no books, how often it was paid. */
export function countSentCharges(
  { standIn, chargePath }: ModelProvider,
  { paymentId, status }: Pick<Book, "paymentId" | "status">,
): number {
  if (!standIn) return status === "succeeded" ? 1 : 0;
  const { requests } = standIn;
  return requests.filter(({ path, body }) => {
    return path === chargePath && body.includes(paymentId) && !body.includes("canceled");
  }).length;
}

/** The payment that a request is about. */
export function nameCharged({ body }: StandInRequest): string | undefined {
  return /pay_[0-9a-f]{32}/.exec(body)?.[0];
}

/** At rest, what the service says of an attempt is what its provider says, and what the cardholder sees. */
export function compareBook(
  provider: ModelProvider,
  book: Book,
  { wasReversed }: { wasReversed: boolean },
): void {
  const { status, refundedAmount, receiptStatus, refunds, isDelivered } = book;
  const isPaid = status === "succeeded";
  assert.ok(isPaid || status === "failed" || status === "canceled", status);
  const back = refunds.filter((refund) => refund.status === "succeeded");
  assert.equal(sum(back.map(({ amount }) => amount)), refundedAmount, "the sum of refunds");

  const kept = keptOf(book);
  assert.equal(takenFor(provider, book) ?? kept, kept, `taken for ${status}`);
  assert.ok(kept >= 0);

  assert.equal(receiptStatus, isPaid ? "sealed" : "void");
  assert.equal(isDelivered, isPaid, "the receipt");
  for (const refund of refunds) {
    assert.notEqual(refund.status, "pending");
    const hasNote = refund.status === "succeeded" && refund.origin === "api";
    // The note of one that has failed in between is gone.
    const isExpected = refund.isDelivered === hasNote || (wasReversed && !refund.isDelivered);
    assert.ok(isExpected, "the credit note");
  }
}

/** What the merchant has of a payment, as the service says. */
export function keptOf({ status, amount, refundedAmount }: Book): number {
  return status === "succeeded" ? amount - refundedAmount : 0;
}

function sum(amounts: number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
