import { computeCheckDigit, hasCheckDigit } from "#lib/core/luhn.ts";
import { encodeHex, encodeUtf8 } from "#lib/crypto/bytes.ts";

export const cardBrands = [
  "visa",
  "mastercard",
  "amex",
  "discover",
  "diners",
  "jcb",
  "unionpay",
  "maestro",
] as const;

export type CardBrand = (typeof cardBrands)[number];

export type CardNumberState =
  | { state: "incomplete"; brand: CardBrand | undefined }
  | {
      state: "wrong";
      brand: CardBrand | undefined;
      reason: "not_digits" | "length" | "check_digit";
    }
  | { state: "valid"; brand: CardBrand | undefined; digits: string; last4: string };

type BrandRule = {
  brand: CardBrand;
  /** Inclusive ranges of the leading digits; both ends have the same number of digits. */
  ranges: readonly (readonly [from: string, to: string])[];
  lengths: readonly number[];
};

// In order: the first rule that fits wins (Discover's ranges lie inside of UnionPay's and Maestro's).
const brandRules: readonly BrandRule[] = [
  { brand: "visa", ranges: [["4", "4"]], lengths: [13, 16, 19] },
  {
    brand: "mastercard",
    ranges: [
      ["51", "55"],
      ["2221", "2720"],
    ],
    lengths: [16],
  },
  {
    brand: "amex",
    ranges: [
      ["34", "34"],
      ["37", "37"],
    ],
    lengths: [15],
  },
  { brand: "jcb", ranges: [["3528", "3589"]], lengths: [16, 17, 18, 19] },
  {
    brand: "diners",
    ranges: [
      ["300", "305"],
      ["3095", "3095"],
      ["36", "36"],
      ["38", "39"],
    ],
    lengths: [14, 15, 16, 17, 18, 19],
  },
  {
    brand: "discover",
    ranges: [
      ["6011", "6011"],
      ["644", "649"],
      ["65", "65"],
      ["622126", "622925"],
    ],
    lengths: [16, 17, 18, 19],
  },
  {
    brand: "unionpay",
    ranges: [
      ["62", "62"],
      ["81", "81"],
    ],
    lengths: [16, 17, 18, 19],
  },
  {
    brand: "maestro",
    ranges: [
      ["50", "50"],
      ["56", "58"],
      ["60", "61"],
      ["63", "64"],
      ["66", "69"],
    ],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
];

// ISO/IEC 7812-1 allows 8 to 19 digits; payment cards have at least 12.
const shortest = 12;
const longest = 19;

/** Reads what has been typed so far. Spaces and dashes are ignored. */
export function readCardNumber(typed: string): CardNumberState {
  const digits = typed.replace(/[\s-]/g, "");
  const rule = findRule(digits);
  const brand = rule?.brand;
  if (!/^[0-9]*$/.test(digits)) return { state: "wrong", brand, reason: "not_digits" };

  const lengths = rule?.lengths ?? lengthsBetween(shortest, longest);
  if (digits.length > Math.max(...lengths)) return { state: "wrong", brand, reason: "length" };
  if (digits.length < Math.min(...lengths)) return { state: "incomplete", brand };
  if (lengths.includes(digits.length) && hasCheckDigit(digits)) {
    return { state: "valid", brand, digits, last4: digits.slice(-4) };
  }
  // Typing more digits may still make it valid.
  if (digits.length < Math.max(...lengths) && !isUsualLength(digits, rule)) {
    return { state: "incomplete", brand };
  }
  return { state: "wrong", brand, reason: "check_digit" };
}

/** Groups the digits as they are printed on such a card; the number may be incomplete. */
export function formatCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, longest);
  const brand = findRule(digits)?.brand;
  const [first, second, ...others] = brand === "amex" || brand === "diners" ? [4, 6, 9] : [4, 4];
  const groups = [first ?? 4, second ?? 4, ...(others.length > 0 ? others : [4, 4, 3])];
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(" ");
}

/**
 * The text of a field after a change. It is grouped only while typing at its end: replacing the text after a
 * correction further left would move the caret to the end.
 */
export function groupTyped({
  value,
  selectionStart,
}: Pick<HTMLInputElement, "value" | "selectionStart">): string {
  return selectionStart === value.length ? formatCardNumber(value) : value;
}

/** The SHA-256 that registration asks for, in lower-case hexadecimal, of the digits alone. */
export async function hashCardNumber(digits: string): Promise<string> {
  if (!/^[0-9]{12,19}$/.test(digits)) throw new RangeError("A card number is 12 to 19 digits.");
  return encodeHex(new Uint8Array(await crypto.subtle.digest("SHA-256", encodeUtf8(digits))));
}

function findRule(digits: string): BrandRule | undefined {
  return brandRules.find(({ ranges }) => ranges.some(([from, to]) => isWithin(digits, from, to)));
}

/** Text of one length compares as the numbers do. */
function isWithin(digits: string, from: string, to: string): boolean {
  const head = digits.slice(0, from.length);
  return head.length === from.length && head >= from && head <= to;
}

function lengthsBetween(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** The usual length of a brand, so that a wrong digit is reported before more are typed. */
function isUsualLength(digits: string, rule: BrandRule | undefined): boolean {
  if (rule?.brand === "diners") return digits.length === 14;
  return digits.length === 16 && rule?.brand !== "maestro";
}

export const cardBrandNames: Readonly<Record<CardBrand, string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
  maestro: "Maestro",
};

export const testCardsNote =
  "These are public test numbers. They are not real cards, and no bank accepts them.";

/** Numbers that payment providers publish for tests, one or more of each brand. */
export const testCards: readonly { brand: CardBrand; number: string }[] = [
  { brand: "visa", number: "4242424242424242" },
  { brand: "visa", number: "4000056655665556" },
  { brand: "mastercard", number: "5555555555554444" },
  { brand: "mastercard", number: "2223003122003222" },
  { brand: "amex", number: "378282246310005" },
  { brand: "discover", number: "6011111111111117" },
  { brand: "diners", number: "36227206271667" },
  { brand: "jcb", number: "3566002020360505" },
  { brand: "unionpay", number: "6200000000000005" },
  { brand: "maestro", number: "6759649826438453" },
];

/**
 * A random test number. The numbers above are public, and a card can be registered only once. A leading 9 is
 * for national use and belongs to no card scheme.
 */
export function createTestCardNumber(): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
  const payload = `9${String(random % 10n ** 14n).padStart(14, "0")}`;
  return payload + computeCheckDigit(payload);
}
