import { formatMoney } from "#lib/core/money.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import {
  formatShopTime,
  isMock,
  listAddressLines,
  nameTaxLine,
  readTaxes,
} from "./paper-receipt.ts";

/** A receipt as plain text, to be shared from the device that opened it. */
export function formatReceiptText(receipt: OpenedReceipt, locale: string): string {
  const { amount: settled, currency, kind, receiptId, refundOf, totalAmount = settled } = receipt;
  const isRefund = kind === "refund";
  const money = (amount: number) => formatMoney({ amount, currency }, locale);
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const items = (receipt.items ?? []).map((item) => {
    const quantity = item.quantity === 1 ? "" : `${count.format(item.quantity)} × `;
    const mark = isMock(item) ? " (made up)" : "";
    return `${quantity}${item.name}${mark}  ${money(item.totalPrice)}`;
  });
  const taxes = readTaxes(receipt);
  const taxLines = taxes.lines.map(
    (line) => [nameTaxLine(line, taxes.included, locale), line.tax] as const,
  );
  const sums: (readonly [label: string, amount: number | undefined])[] = [
    ["Subtotal", receipt.subtotal],
    ...(taxes.included ? [] : taxLines),
    ["Tax", taxes.sum],
    isRefund ? ["Refunded", settled] : ["Total", totalAmount],
    ...(taxes.included ? taxLines : []),
  ];
  return [
    ...(isRefund ? ["REFUND"] : []),
    receipt.merchantName,
    ...listAddressLines(receipt),
    formatShopTime(receipt, locale),
    "",
    ...items,
    "",
    ...sums.flatMap(([label, amount]) =>
      amount === undefined ? [] : [`${label}  ${money(amount)}`],
    ),
    "",
    `${isRefund ? "Credit note" : "Receipt"} ${receiptId}`,
    ...(refundOf === undefined ? [] : [`For payment ${refundOf}`]),
  ].join("\n");
}
