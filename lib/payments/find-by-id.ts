import type { Transaction } from "#lib/storage/transaction.ts";
import { type Payment, selectPaymentsById } from "./store/payment.ts";

export type { Payment } from "./store/payment.ts";

/** Payments and refunds of all organizations, by their ids. */
export async function findPaymentsById(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Map<string, Payment>> {
  const payments = await selectPaymentsById(transaction, ids);
  return new Map(payments.map((payment) => [payment.id, payment]));
}
