import type { Schemas } from "@sealslip/client";
import { formatDecimal, isCurrency } from "../../../lib/core/money.ts";
import type { Cell } from "./output.ts";

type Amount = { amount?: number | null | undefined; currency?: string | null | undefined };

/** `12.50 EUR`; undefined where the amount is not known, and the bare number for an unknown currency. */
export function describeMoney({ amount, currency }: Amount): string | undefined {
  if (typeof amount !== "number") return undefined;
  const code = (currency ?? "usd").toUpperCase();
  return `${isCurrency(code) ? formatDecimal({ amount, currency: code }) : amount} ${code}`;
}

export function describePayment(payment: Schemas["Payment"]): Record<string, Cell> {
  const { paymentId, status, refundedAmount, receiptId, transactionId, merchantId } = payment;
  const { gateway, currency, receiptStatus, createdAt } = payment.veroMetadata;
  return {
    payment: paymentId,
    status,
    amount: describeMoney(payment.veroMetadata),
    refunded: describeMoney({ amount: refundedAmount, currency }),
    gateway,
    receipt: receiptId,
    "receipt is": receiptStatus,
    transaction: transactionId,
    merchant: merchantId,
    created: createdAt,
  };
}
