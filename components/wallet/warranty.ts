import { findWarrantyEnd } from "#components/receipts/paper-receipt.ts";
import { readItemField } from "#lib/receipts/contract-fields.ts";
import type { Annotation } from "#lib/wallet/annotation.ts";
import type { SealedContent } from "#lib/wallet/till-content.ts";

/** A reminder shows this many days before a warranty ends. */
export const REMINDER_DAYS = 30;

/**
 * Until when there is a warranty, as a calendar day: what the cardholder set, or what the receipt says. Of several
 * articles it is the next one to end, then the one that ended last.
 */
export function findWarranty(
  content: SealedContent,
  { warrantyUntil }: Pick<Annotation, "warrantyUntil">,
  today: string,
): string | undefined {
  if (warrantyUntil !== undefined) return warrantyUntil ?? undefined;
  const ends = listWarranties(content);
  return ends.find((end) => end >= today) ?? ends.at(-1);
}

/** Whole days until a warranty ends; negative after that. */
export function countDays(until: string, today: string): number {
  return Math.round((Date.parse(until) - Date.parse(today)) / 86_400_000);
}

/** Whether the cardholder is to be reminded. */
export function isNearEnd(until: string, today: string): boolean {
  const days = countDays(until, today);
  return days >= 0 && days <= REMINDER_DAYS;
}

/** By receipt: a list of thousands asks each time that it is drawn. */
const known = new WeakMap<SealedContent, string[]>();

/** The ends of its articles' warranties, the earliest first. */
function listWarranties(content: SealedContent): string[] {
  const ends = known.get(content) ?? readWarranties(content);
  known.set(content, ends);
  return ends;
}

function readWarranties(content: SealedContent): string[] {
  if (content.kind === "refund") return [];
  return (content.items ?? [])
    .flatMap((item) => readItemField(item, "warrantyMonths") ?? [])
    .flatMap((months) => findWarrantyEnd(content, months) ?? [])
    .toSorted();
}
