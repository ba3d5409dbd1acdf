import { createId, idTime } from "#lib/core/ids.ts";
import { log } from "#lib/log/logger.ts";
import { inTransaction, type Transaction } from "#lib/storage/transaction.ts";
import type { Payment } from "./store/payment.ts";
import {
  insertRefund,
  type Refund,
  refundWithoutReceipt,
  selectRefunds,
  selectSaleForUpdate,
  updateToChargedLate,
} from "./store/refund.ts";
import type { ProviderNames } from "./store/result.ts";

/**
 * Begins to give back what was charged after the payment had ended, once; the job carries it out. Nothing happens
 * where the payment has not failed and was not canceled.
 */
export async function startLateRefund(
  payment: Payment,
  names: ProviderNames,
  transaction?: Transaction,
): Promise<void> {
  if (!transaction) return await inTransaction((own) => startLateRefund(payment, names, own));
  const sale = await selectSaleForUpdate(transaction, payment);
  if (sale?.status !== "failed" && sale?.status !== "canceled") return;
  const refunds = await selectRefunds(sale, sale.id, transaction);
  if (refunds.some(isOfLateCharge)) return;

  await updateToChargedLate(transaction, sale, names);
  await insertFor(transaction, sale, { amount: sale.amount, origin: "late_charge" });
  log().error({ payment_id: payment.id }, "a payment was charged after it had ended; refunding");
}

/**
 * Begins to give back all that is left of a sale, if it was paid or charged after it had ended. Returns the
 * refunds to carry out for that, earlier ones that are still pending included. With `unlessBegun`, nothing new
 * begins if the cancellation has had a refund already: if that one failed, the merchant decides whether to ask again.
 */
export async function startCancelRefund(
  sale: Payment,
  { unlessBegun = false } = {},
): Promise<Refund[]> {
  return await inTransaction(async (transaction) => {
    const locked = await selectSaleForUpdate(transaction, sale);
    if (!locked) throw new Error("a sale that was just read is there");
    const refunds = await selectRefunds(locked, locked.id, transaction);
    const pending = refunds.filter(({ status }) => status === "pending");
    const amount = refundableAmount(locked, refunds);
    if (!wasCharged(locked, refunds) || amount === 0) return pending;
    if (unlessBegun && refunds.some(({ refundOrigin }) => refundOrigin === "cancel"))
      return pending;
    return [...pending, await insertFor(transaction, locked, { amount, origin: "cancel" })];
  });
}

function wasCharged({ status }: Payment, refunds: readonly Refund[]): boolean {
  return status === "succeeded" || refunds.some(isOfLateCharge);
}

const isOfLateCharge = ({ refundOrigin }: Refund) => refundOrigin === "late_charge";

/**
 * Begins to give back what is left of a sale after a refund of it was refused or has failed: where that
 * one was to give back all and less is left by now, or the sale's cancellation was counting on it.
 */
export async function startRestOfRefund(
  transaction: Transaction,
  sale: Payment,
  { amount: refusedAmount, refundOrigin: origin }: Payment,
): Promise<void> {
  const locked = await selectSaleForUpdate(transaction, sale);
  if (!locked || origin === null) return;
  const amount = refundableAmount(locked, await selectRefunds(locked, locked.id, transaction));
  const isOfMerchant = origin === "api" || origin === "provider";
  const isWanted = isOfMerchant ? locked.cancelRequestedAt !== null : amount < refusedAmount;
  if (amount === 0 || !isWanted) return;
  const rest = { amount, origin: isOfMerchant ? ("cancel" as const) : origin };
  await insertFor(transaction, locked, rest);
}

/**
 * What may still be refunded: what is on its way counts as gone. Never below zero, although a refund that
 * is on its way and one that was made at the provider can be more than the sale.
 */
export function refundableAmount(sale: Payment, refunds: readonly Refund[]): number {
  const alive = refunds.filter(({ status }) => status !== "failed");
  const left = alive.reduce((rest, { amount }) => rest - amount, sale.amount);
  return Math.max(0, left);
}

type NewRefund = { amount: number; origin: NonNullable<Payment["refundOrigin"]> };

/** Not claimed: this call, the job, or the next cancellation carries it out, whichever comes first. */
async function insertFor(
  transaction: Transaction,
  sale: Payment,
  { amount, origin: refundOrigin }: NewRefund,
): Promise<Refund> {
  const id = createId("refund");
  const fields = { id, createdAt: idTime(id), amount, refundOrigin };
  return await insertRefund(transaction, refundWithoutReceipt(sale, fields));
}
