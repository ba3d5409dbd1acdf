import { isCardNumber } from "./card-issuers.ts";

/**
 * Whether a card number stands in hexadecimal as chips and magnetic stripes give it: EMV's tags 5A (the number) and 57
 * (track 2), or track 2 alone, where D stands before the expiry date.
 */
export function holdsChipNumber(text: string): boolean {
  // Most texts, which need no further look.
  if (!/5A0[6-9A]\d{11}|\dD\d{4}/i.test(text)) return false;
  for (const [, bytes = "", digits = ""] of text.matchAll(/5A(0[6-9A])(\d{11,20})/gi)) {
    if (isNumber(digits.slice(0, 2 * Number.parseInt(bytes, 16)))) return true;
  }
  for (const [, digits = ""] of text.matchAll(track2)) if (isNumber(digits)) return true;
  return false;
}

const track2 = /(?:^|[^0-9A-F]|57(?:0[A-F]|1[0-3]))(\d{12,19})D\d\d(?:0[1-9]|1[0-2])/gi;

function isNumber(text: string): boolean {
  return isCardNumber(Uint8Array.from(text, Number), 0, text.length);
}
