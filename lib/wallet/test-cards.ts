import { type CardBrand, computeCheckDigit } from "./card-number.ts";

export const testCardsNote =
  "These are test numbers: they belong to nobody, no bank honors them, and they are public.";

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
 * A number that nobody else has: a card is registered once, and everybody knows the numbers above.
 * A leading 9 is for national use and no card scheme's.
 */
export function createTestCardNumber(): string {
  const random = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
  const payload = `9${String(random % 10n ** 14n).padStart(14, "0")}`;
  return payload + computeCheckDigit(payload);
}
