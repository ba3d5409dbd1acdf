import { formatMoney } from "#lib/money/format-money.ts";
import { formatShopTime, isMock, listAddressLines, type PaperReceipt } from "./paper-receipt.ts";

/** A receipt as plain text, to be shared from the device that opened it. */
export function formatReceiptText(receipt: PaperReceipt, locale: string): string {
  const { currency } = receipt;
  const money = (amount: number) => formatMoney({ amount, currency }, locale);
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const items = (receipt.items ?? []).map((item) => {
    const quantity = item.quantity === 1 ? "" : `${count.format(item.quantity)} × `;
    const mark = isMock(item) ? " (made up)" : "";
    return `${quantity}${item.name}${mark}  ${money(item.totalPrice)}`;
  });
  const sums = [
    ["Subtotal", receipt.subtotal],
    ["Tax", receipt.taxAmount],
    ["Total", receipt.totalAmount ?? receipt.amount],
  ] as const;
  return [
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
    `Receipt ${receipt.receiptId}`,
  ].join("\n");
}
