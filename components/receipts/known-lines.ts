import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { describeReceipt, type HeadLine } from "./describe-receipt.ts";

/** A line of a receipt, and whether the service can read it without a key. */
export type KnownLine = {
  part: HeadLine["kind"] | "item" | "sum" | "total" | "fact";
  label: string;
  /** At the end of the line. */
  value?: string;
  isKnown: boolean;
};

/**
 * What is on a receipt, line by line. Beside its envelope, the service keeps the total, the time, and the numbers of a
 * payment: no other line of the paper is known to it.
 */
export function listKnownLines(receipt: OpenedReceipt, locale: string): KnownLine[] {
  const paper = describeReceipt(receipt, { locale, namesZone: true });
  return [
    ...paper.head.map(
      ({ kind, text }): KnownLine => ({ part: kind, label: text, isKnown: kind === "time" }),
    ),
    ...paper.items.map(
      ({ label, price }): KnownLine => ({
        part: "item",
        label,
        value: price.text,
        isKnown: false,
      }),
    ),
    ...paper.sums.map(
      ({ label, money, role }): KnownLine => ({
        part: role === "total" ? "total" : "sum",
        label,
        value: money.text,
        isKnown: role === "total",
      }),
    ),
    ...paper.facts.map(
      ({ label, value }): KnownLine => ({
        part: "fact",
        label,
        value,
        isKnown: value === receipt.receiptId,
      }),
    ),
  ];
}
