import type { ProviderMatch } from "#lib/receipts/contract-match.ts";
import { addToMatch, openMatch } from "#lib/receipts/match-data.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { updateMatch } from "./store/match.ts";
import { type Payment, selectPayment } from "./store/payment.ts";

/**
 * Records what a provider reports for the bank's ledger after the result of a payment or a refund, which has the rest.
 * The one place where it changes later on. Returns whether it did.
 */
export async function recordMatch(
  payment: Payment,
  reported: ProviderMatch | undefined,
  transaction?: Transaction,
): Promise<boolean> {
  const matchData = addToMatch(payment, reported);
  if (matchData === null) return false;
  if (await updateMatch(payment, matchData, transaction)) return true;
  // Another notification was faster, or the value was encrypted again with a new key.
  const now = await selectPayment(payment, payment.id, transaction);
  return now !== undefined && (await recordMatch(now, reported, transaction));
}

/** Whether the provider has not reported one of these yet. */
export function lacksMatch(payment: Payment, fields: readonly (keyof ProviderMatch)[]): boolean {
  const match = openMatch(payment);
  return match === null || fields.some((field) => match[field] === null);
}
