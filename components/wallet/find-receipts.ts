import { createDayOf } from "#lib/core/calendar-day.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { Annotation } from "#lib/wallet/annotation.ts";
import type { ListedReceipt } from "#lib/wallet/listed-receipt.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";

type Read = { content: SealedContent | undefined; annotation: Annotation | undefined };
type Reader = { locale: string; timeZone: string };
type Text = Read & { text: string; month: string[] };
type Matches = (receipt: ListedReceipt, read: Read, search: string) => boolean;

/**
 * Whether a receipt has all words of a search. Shop, items, tags, and notes are searched only in opened receipts; of the
 * others, this device knows only the amount, the month, and the merchant's references. The text of each receipt is put
 * together once, so that a search in thousands follows the typing.
 */
export function createSearch({ locale, timeZone }: Reader): Matches {
  const texts = new WeakMap<ListedReceipt, Text>();
  const dayOf = createDayOf(timeZone);
  const monthFormat = new Intl.DateTimeFormat(locale, {
    month: "long",
    year: "numeric",
    timeZone,
  });

  function readText(receipt: ListedReceipt, { content, annotation }: Read): Text {
    const known = texts.get(receipt);
    if (known && known.content === content && known.annotation === annotation) return known;
    const { amount, createdAt, currency, receiptId, transactionId } = receipt;
    const moment = new Date(createdAt);
    const text = [
      formatMoney({ amount, currency }, locale),
      receiptId,
      transactionId,
      content?.merchantName ?? "",
      ...(content?.items ?? []).map(({ name }) => name),
      ...(annotation?.tags ?? []),
      annotation?.note ?? "",
    ]
      .join("\n")
      .toLocaleLowerCase();
    const named = monthFormat.format(moment).toLocaleLowerCase().split(/\s+/);
    const month = [...named, dayOf(moment).slice(0, 7)];
    const read = { content, annotation, text, month };
    texts.set(receipt, read);
    return read;
  }

  return (receipt, read, search) => {
    const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return true;
    const { text, month } = readText(receipt, read);
    return words.every((word) => text.includes(word) || isMonth(word, month));
  };
}

/** Names may be begun, years and `2026-11` may not: each "20" would find all receipts of the century. */
function isMonth(word: string, month: readonly string[]): boolean {
  return month.some((name) => (/^\d/.test(word) ? name === word : name.startsWith(word)));
}
