import type { z } from "zod";
import { hasCheckDigit } from "#lib/core/luhn.ts";

/**
 * What a schema of single fields cannot say of a receipt: which names are the service's own, and that
 * no card number belongs in it, wherever it stands. For `superRefine`; no issue repeats a value.
 */
export function checkReceiptFields(receipt: object, context: z.RefinementCtx): void {
  for (const name of serviceNames) {
    if (Object.hasOwn(receipt, name)) {
      const message = "is a name of the service; a field of the receipt needs another one";
      context.addIssue({ code: "custom", path: [name], message });
    }
  }
  for (const { path, message } of findCardData(receipt)) {
    context.addIssue({ code: "custom", path, message });
  }
}

/** What an opened receipt gets from the service. */
const serviceNames = ["paymentId", "gateway", "merchantSignature", "kind", "refundOf"];

type Finding = { path: (string | number)[]; message: string };

function findCardData(receipt: object): Finding[] {
  const findings: Finding[] = [];
  // One list for the whole walk, which every payment takes, and none of keys: only a finding copies it.
  const path: Finding["path"] = [];
  const report = (message: string) => findings.push({ path: [...path], message });
  const visit = (value: unknown, isAboutCard: boolean) => {
    if (Array.isArray(value)) visitItems(value, isAboutCard);
    else if (isObject(value)) visitFields(value, isAboutCard);
    else if (isAboutCard && holdsCardNumber(value)) report(numberMessage);
  };
  const visitItems = (list: unknown[], isAboutCard: boolean) => {
    for (let index = 0; index < list.length; index++) {
      path.push(index);
      visit(list[index], isAboutCard);
      path.pop();
    }
  };
  const visitFields = (fields: Record<string, unknown>, isAboutCard: boolean) => {
    for (const key in fields) {
      const value = fields[key];
      const isHash = key === "recipientHashedPan";
      // Most fields, which need no further look.
      if (!isHash && isTooShort(value)) continue;
      path.push(key);
      if (!isHash) visit(value, isAboutCard || isAboutCards(key));
      // At the top it is the payment's, and does not become part of the receipt.
      else if (path.length > 1) report(hashMessage);
      path.pop();
    }
  };
  visit(receipt, false);
  return findings;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** For a card number. */
function isTooShort(value: unknown): boolean {
  return typeof value === "string" && value.length < MIN_DIGITS;
}

const MIN_DIGITS = 12;

const hashMessage = "belongs to the payment as a whole, not in its receipt";
const numberMessage =
  "looks like a card number, which does not belong in a receipt; cardLast4 takes its last four digits";

/** `cardNumber`, `primary_pan` and `paymentMethod`, but not `company` or `discardedAt`. */
function isAboutCards(name: string): boolean {
  if (name === "paymentMethod") return true;
  if (!/card|pan/i.test(name)) return false;
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return words.some((word) => /^(?:card|pan)s?$/i.test(word));
}

/** 12 to 19 digits in a row, as people group them, with the check digit of a card. */
function holdsCardNumber(value: unknown): boolean {
  if (typeof value !== "string" && typeof value !== "number") return false;
  const runs = String(value).match(/\d(?:[ -]?\d)*/g) ?? [];
  return runs
    .map((run) => run.replace(/\D/g, ""))
    .some((digits) => /^\d{12,19}$/.test(digits) && hasCheckDigit(digits));
}
