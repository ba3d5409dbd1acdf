import { createPartCheck } from "./luhn.ts";

/**
 * The leading digits and lengths of payment cards. Sources: the table of issuing networks in Wikipedia's
 * "Payment card number", and for Elo, Hipercard, and Verve the package credit-card-type. Networks that have
 * ended are left out, and so are Visa's 13 digits and Maestro's 12 to 15, which no card has today and which many
 * barcodes and phone numbers look like; `rareIssuers` has them.
 */
const issuers: readonly Issuer[] = [
  { name: "Visa", ranges: ["4"], lengths: [16, 19] },
  { name: "Mastercard", ranges: ["51-55", "2221-2720"], lengths: [16] },
  { name: "American Express", ranges: ["34", "37"], lengths: [15] },
  { name: "Discover", ranges: ["6011", "644-649", "65"], lengths: [16, 19] },
  { name: "Diners Club", ranges: ["300-305", "3095", "36", "38-39"], lengths: [14, 16, 19] },
  { name: "JCB", ranges: ["3528-3589"], lengths: [16, 17, 18, 19] },
  { name: "UnionPay", ranges: ["62", "81"], lengths: [16, 17, 18, 19] },
  {
    name: "Maestro",
    ranges: ["5018", "5020", "5038", "5893", "6304", "6759", "6761-6763", "676770", "676774"],
    lengths: [16, 18, 19],
  },
  { name: "Dankort", ranges: ["5019"], lengths: [16] },
  { name: "Mir", ranges: ["2200-2204"], lengths: [16, 17, 18, 19] },
  { name: "Borica", ranges: ["2205"], lengths: [16] },
  { name: "RuPay", ranges: ["508", "60", "82"], lengths: [16] },
  { name: "Troy", ranges: ["9792"], lengths: [16] },
  { name: "Verve", ranges: ["506099-506198", "507865-507964"], lengths: [16, 18, 19] },
  { name: "Elo", ranges: ["504175", "506699-506778", "509000-509999"], lengths: [16] },
  { name: "Hipercard", ranges: ["384100-384160", "637095", "637568-637612"], lengths: [16, 19] },
  { name: "InterPayment", ranges: ["636"], lengths: [16, 17, 18, 19] },
  { name: "InstaPayment", ranges: ["637-639"], lengths: [16] },
  { name: "UzCard", ranges: ["8600", "5614"], lengths: [16] },
  { name: "Humo", ranges: ["9860"], lengths: [16] },
  { name: "Napas", ranges: ["9704"], lengths: [16, 19] },
  { name: "GPN", ranges: ["1946"], lengths: [16, 18, 19] },
];

/**
 * What a field of a card may hold beyond these: the short numbers, UATP, and the whole ranges of banks and shops,
 * which also have the cards of single countries.
 */
const rareIssuers: readonly Issuer[] = [
  { name: "Visa", ranges: ["4"], lengths: [13, 18] },
  { name: "UATP", ranges: ["1"], lengths: [15] },
  {
    name: "banks and shops",
    ranges: ["50", "56-69"],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
  },
  { name: "single countries", ranges: ["9"], lengths: [16] },
];

export const MIN_CARD_DIGITS = 12;
export const MAX_CARD_DIGITS = 19;

type Issuer = { name: string; ranges: readonly string[]; lengths: readonly number[] };

/** A range of the first six digits, and a bit for each length. */
type Rule = { from: number; to: number; lengths: number };

const usualRules = indexRules(issuers);
const allRules = indexRules([...issuers, ...rareIssuers]);

/**
 * The lengths of the cards whose number begins with the six digits from `from` on, as bits: `1 << 16` for 16 digits.
 * Zero if there is no such card.
 */
export function lengthsOf(digits: Uint8Array, from: number, isRareToo = false): number {
  let six = 0;
  for (let at = from; at < from + 6; at++) six = 10 * six + (digits[at] ?? 0);
  let lengths = 0;
  for (const rule of (isRareToo ? allRules : usualRules)[Math.trunc(six / 10_000)] ?? []) {
    if (six >= rule.from && six <= rule.to) lengths |= rule.lengths;
  }
  return lengths;
}

/** Whether these digits have the issuer, the length, and the check digit (ISO/IEC 7812-1 annex B) of a card. */
export function isCardNumber(
  digits: Uint8Array,
  from: number,
  to: number,
  isRareToo = false,
): boolean {
  const isIssued = (lengthsOf(digits, from, isRareToo) & (1 << (to - from))) !== 0;
  return isIssued && createPartCheck(digits.subarray(from, to))(0, to - from);
}

/** By the first two digits. */
function indexRules(table: readonly Issuer[]): readonly (readonly Rule[])[] {
  const rules = table.flatMap(({ ranges, lengths }) =>
    ranges.map((range): Rule => {
      const [from = "", to = from] = range.split("-");
      const bits = lengths.reduce((sum, length) => sum | (1 << length), 0);
      return { from: Number(from.padEnd(6, "0")), to: Number(to.padEnd(6, "9")), lengths: bits };
    }),
  );
  return Array.from({ length: 100 }, (_, two) =>
    rules.filter(({ from, to }) => from <= two * 10_000 + 9_999 && to >= two * 10_000),
  );
}
