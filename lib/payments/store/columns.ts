import { columnOf } from "#lib/storage/column-of.ts";
import type { Payment as PrismaPayment } from "#lib/storage/generated/client.ts";

/** A whole row of `payment`. Amounts stay below 2^53, so that the driver reads them as numbers. */
export type PaymentRow = { [Name in keyof PrismaPayment]: AsRead<PrismaPayment[Name]> };

type AsRead<Value> = Value extends bigint ? number : Value extends Uint8Array ? Uint8Array : Value;

/** What the house works with: everything but the envelope, and what only the database needs. */
const names = [
  "id",
  "environment",
  "cardIndex",
  "pepperVersion",
  "organizationId",
  "gateway",
  // Null: the sandbox of those who connected nothing.
  "connectionId",
  "merchantId",
  "receiptId",
  "transactionId",
  "amount",
  "currency",
  "mockItems",
  "status",
  "declineCode",
  "gatewayAttempts",
  "claimedUntil",
  "orderId",
  "clientSecret",
  "providerReference",
  "matchData",
  "refundedAmount",
  // All three null for a sale.
  "refundOf",
  "refundOrigin",
  "refundReference",
  "cancelRequestedAt",
  "receiptStatus",
  "cardholderId",
  "keyId",
  // Null where the key is RSA.
  "ephemeralKey",
  "escrowedAt",
  // Null: by the card.
  "deliveredBy",
  "sealingPlace",
  // The merchant's; null for payments of code from before.
  "transactionAt",
  "createdAt",
  "updatedAt",
] as const satisfies (keyof PaymentRow)[];

/** A payment without its envelope. */
export type Payment = Pick<PaymentRow, (typeof names)[number]>;

/** The whole primary key: it finds the one row however the table is distributed. */
export type PaymentKey = Pick<Payment, "environment" | "cardIndex" | "id">;

/** Of `payment p`: each column under its name in the code. */
export function selectList(columns: readonly string[]): string {
  return columns.map((name) => `p.${columnOf(name)} AS "${name}"`).join(", ");
}

export const paymentColumns = selectList(names);
