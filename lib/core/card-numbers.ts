import { isCardNumber, lengthsOf, MAX_CARD_DIGITS, MIN_CARD_DIGITS } from "./card-issuers.ts";
import { holdsChipNumber } from "./chip-numbers.ts";
import { type DigitRun, readDigits } from "./digit-runs.ts";
import { isInHarmlessCode } from "./harmless-codes.ts";
import { createPartCheck } from "./luhn.ts";

/**
 * What the name of a field says about digits in it. `card`: a card number may stand anywhere in them. `reference`:
 * of an order or the like, which may begin with a date. `code`: of a product, a company, or a fiscal device, which may
 * have the fourteen digits of a card, and more digits behind those of one. `text`: none of these.
 */
export type DigitsOf = "card" | "reference" | "code" | "text";

/** The shortest of the usual cards. Shorter ones are looked for only in the fields of cards. */
const MIN_USUAL_DIGITS = 14;

/**
 * Whether a card number stands in the text, whatever separates its digits and whatever their script, perhaps with
 * an expiry date or a security code behind it. The time is linear in the length of the text.
 */
export function holdsCardNumber(text: string, digitsOf: DigitsOf = "text"): boolean {
  // A character may spell two digits.
  if (text.length < MIN_CARD_DIGITS / 2) return false;
  const read = readDigits(text, digitsOf === "card" ? MIN_CARD_DIGITS : MIN_USUAL_DIGITS);
  if (read.runs.length === 0) return false;
  const written = writeOut(read.text);
  if (written !== read.text) return holdsCardNumber(written, digitsOf);
  return holdsChipNumber(read.text) || read.runs.some((run) => hasNumber(read.text, run, digitsOf));
}

/** The text of a number with an exponent, such as `4.242424242424242e15`. */
function writeOut(text: string): string {
  const hasExponent = text.length < 32 && /^\s*\d\.\d{10,}e\+?1\d\s*$/i.test(text);
  return hasExponent ? String(Number(text)) : text;
}

function hasNumber(text: string, run: DigitRun, digitsOf: DigitsOf): boolean {
  if (digitsOf === "card") return hasNumberAnywhere(text, run);
  for (let group = 0; group < run.places.length; group++) {
    if (isNumberInGroup(text, run, group, digitsOf) || isNumberInGroups(text, run, group, digitsOf))
      return true;
  }
  return isNumberInEvenGroups(text, run);
}

function hasNumberAnywhere(text: string, run: DigitRun): boolean {
  const hasCheckDigit = createPartCheck(run.digits);
  for (let from = 0; from + MIN_USUAL_DIGITS <= run.digits.length; from++) {
    const lengths = lengthsOf(run.digits, from);
    for (let length = MIN_USUAL_DIGITS; lengths >> length > 0; length++) {
      const to = from + length;
      if (to > run.digits.length || !(lengths & (1 << length)) || !hasCheckDigit(from, to))
        continue;
      if (isNumber(text, run, from, to)) return true;
    }
  }
  return run.starts.some((_, group) => hasRareNumber(text, run, group));
}

/** From this group on, and up to the end of another: the short and the rare ones. */
function hasRareNumber(text: string, run: DigitRun, group: number): boolean {
  const { digits, starts } = run;
  const from = starts[group] ?? 0;
  const lengths = lengthsOf(digits, from, true);
  for (let next = group + 1; next < starts.length; next++) {
    const to = starts[next] ?? 0;
    if (to - from > MAX_CARD_DIGITS) return false;
    if (lengths & (1 << (to - from)) && isNumber(text, run, from, to, true)) return true;
  }
  return false;
}

/** Digits that stand together: the number is all of them, but for zeros before it and an expiry date behind it. */
function isNumberInGroup(text: string, run: DigitRun, group: number, digitsOf: DigitsOf): boolean {
  const { digits, starts } = run;
  const min = digitsOf === "code" ? MIN_USUAL_DIGITS + 1 : MIN_USUAL_DIGITS;
  const end = starts[group + 1] ?? 0;
  let from = starts[group] ?? 0;
  if (end - from < min) return false;
  while (from < end && digits[from] === 0) from++;
  if (end - from < min || end - from > MAX_CARD_DIGITS + MAX_BEHIND) return false;

  const lengths = lengthsOf(digits, from);
  if (lengths & (1 << (end - from)) && isNumber(text, run, from, end)) {
    const all = digits.slice(from, end).join("");
    if (digitsOf === "text" || !(beginsWithDate(all) || isShippingCode(all))) return true;
  }
  // Chinese invoices have 20 digits that begin with the year, and barcodes more than one number.
  if (digitsOf === "code") return false;
  for (let length = min; from + length < end; length++) {
    const to = from + length;
    const isOne = lengths & (1 << length) && isNumber(text, run, from, to);
    if (isOne && expiryBehind.test(digits.slice(to, end).join(""))) return true;
  }
  return false;
}

const MAX_BEHIND = 10;
const MONTH = "(?:0[1-9]|1[0-2])";
/** As MMYY, YYMM, or MMYYYY, then perhaps the security code. */
const expiryBehind = new RegExp(`^(?:${MONTH}(?:20)?[23]\\d|[23]\\d${MONTH})(?:\\d{3,4})?$`);
const expiry = new RegExp(`^(?:${MONTH}[23]\\d|[23]\\d${MONTH})$`);

/**
 * YYMMDD, whose years 23 to 27 are in Mastercard's range, or DDMMYYYY, whose days 30 and 22 to 27 are in the ranges
 * of Diners Club and Mastercard. Tills number their receipts this way.
 */
function beginsWithDate(digits: string): boolean {
  return /^(?:2[3-7](?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:2[2-7]|30)(?:0[1-9]|1[0-2])20[2-4]\d)/.test(
    digits,
  );
}

/** SSCC: 18 digits with the check digit of GS1. */
function isShippingCode(digits: string): boolean {
  if (digits.length !== 18) return false;
  const sum = [...digits].reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const cardGroups: readonly (readonly number[])[] = [
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4, 2],
  [4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
  [4, 12],
  [6, 10],
  [6, 13],
  [12, 4],
];

/** Digits in groups as they are on cards, from this group on. */
function isNumberInGroups(text: string, run: DigitRun, group: number, digitsOf: DigitsOf): boolean {
  const { starts } = run;
  const from = starts[group] ?? 0;
  const first = (starts[group + 1] ?? 0) - from;
  if (first !== 4 && first !== 6 && first !== 12) return false;
  const isInside = first === 4 && sizeOf(run, group - 1) === 4;
  return cardGroups.some((sizes) => {
    if (sizes[0] !== first || (isInside && sizes[1] === 4)) return false;
    if (!sizes.every((size, at) => sizeOf(run, group + at) === size)) return false;
    const next = group + sizes.length;
    // Else a part of a longer number in groups of four, such as an IBAN or the number of an invoice.
    const isBehind = sizes[1] === 4 && sizeOf(run, next) === 4;
    const isWhole = !isBehind || (digitsOf !== "code" && isExpiry(run, next));
    return isWhole && isNumber(text, run, from, starts[next] ?? 0);
  });
}

function sizeOf({ starts }: DigitRun, group: number): number {
  return group < 0 || group > starts.length - 2
    ? 0
    : (starts[group + 1] ?? 0) - (starts[group] ?? 0);
}

function isExpiry({ digits, starts }: DigitRun, group: number): boolean {
  return expiry.test(digits.slice(starts[group], starts[group + 1]).join(""));
}

/** Nothing but the number, in groups of one size. */
function isNumberInEvenGroups(text: string, run: DigitRun): boolean {
  const { digits, places } = run;
  if (places.length < 2 || digits.length > MAX_CARD_DIGITS) return false;
  const size = sizeOf(run, 0);
  const last = places.length - 1;
  const isEven = places.every((_, at) =>
    at < last ? sizeOf(run, at) === size : sizeOf(run, at) <= size,
  );
  return isEven && !isSeries(run) && isNumber(text, run, 0, digits.length);
}

/** Sizes of shoes: 41, 42, 43. */
function isSeries({ digits, starts, places }: DigitRun): boolean {
  const numbers = places.map((_, at) => Number(digits.slice(starts[at], starts[at + 1]).join("")));
  const [first = 0, second = 0] = numbers;
  const step = second - first;
  return step !== 0 && numbers.every((number, at) => number === first + at * step);
}

function isNumber(
  text: string,
  run: DigitRun,
  from: number,
  to: number,
  isRareToo = false,
): boolean {
  return (
    isCardNumber(run.digits, from, to, isRareToo) &&
    !isInHarmlessCode(text, placeOf(run, from, to), isRareToo)
  );
}

/** Where digits of the run stand in the text. */
function placeOf(run: DigitRun, from: number, to: number): [start: number, end: number] {
  return [placeOfDigit(run, from), placeOfDigit(run, to - 1) + 1];
}

function placeOfDigit({ starts, places }: DigitRun, digit: number): number {
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= digit) low = middle;
    else high = middle - 1;
  }
  return (places[low] ?? 0) + digit - (starts[low] ?? 0);
}
