import { formatMoney } from "#lib/core/money.ts";
import type { ListedReceipt } from "#lib/wallet/listed-receipt.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";

/**
 * Whether a receipt has all words of a search. Shops and items are searched only in opened receipts; of the others,
 * this device knows only the amount and the merchant's references.
 */
export function matchesSearch(
  { amount, currency, receiptId, transactionId }: ListedReceipt,
  content: SealedContent | undefined,
  { search, locale }: { search: string; locale: string },
): boolean {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const items = content?.items ?? [];
  const text = [
    formatMoney({ amount, currency }, locale),
    receiptId,
    transactionId,
    content?.merchantName ?? "",
    ...items.map(({ name }) => name),
  ]
    .join("\n")
    .toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
