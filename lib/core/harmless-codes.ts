/**
 * Whether digits of the text are part of a code that has long rows of them: a UUID, an IBAN, a hash or other long
 * hexadecimal, or, outside of fields for cards, a fraction.
 */
export function isInHarmlessCode(
  text: string,
  [start, end]: [start: number, end: number],
  isCardField: boolean,
): boolean {
  // Enough to tell these codes, of which only hexadecimal may be longer.
  const from = Math.max(0, start - MAX_AROUND);
  const around = text.slice(from, end + MAX_AROUND);
  const place = [start - from, end - from] as const;
  return (
    isInMatch(around, uuid, place) ||
    isInMatch(around, longHex, place, (hex) => /[a-f]/i.test(hex)) ||
    isInMatch(around, ibanLike, place, isIban) ||
    (!isCardField && isInMatch(around, fraction, place))
  );
}

const MAX_AROUND = 64;

const uuid = /(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])/gi;
/** From 16 bytes on. */
const longHex = /(?<![0-9a-z])[0-9a-f]{32,}(?![0-9a-z])/gi;
const ibanLike =
  /(?<![A-Z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![A-Z0-9])/g;
const fraction = /(?<![\d.])\d{1,7}\.\d{14,}(?![\d.])/g;

function isInMatch(
  around: string,
  code: RegExp,
  [start, end]: readonly [start: number, end: number],
  isSuch: (match: string) => boolean = () => true,
): boolean {
  for (const { 0: match, index } of around.matchAll(code)) {
    if (index <= start && index + match.length >= end && isSuch(match)) return true;
  }
  return false;
}

/** ISO 13616-1: moved to the end, the country and the check digits leave the remainder 1. */
function isIban(code: string): boolean {
  const letters = code.replaceAll(" ", "");
  let remainder = 0;
  for (const char of letters.slice(4) + letters.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
