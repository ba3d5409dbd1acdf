const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LETTER_E = 0x65;
const CAPITAL_E = 0x45;

/** A double keeps every number of so many characters, if it has no exponent. */
const ALWAYS_KEPT = 15;

export function startsNumber(code: number): boolean {
  return code === MINUS || isDigit(code);
}

/**
 * The place of the last character of the number that starts here. Undefined for one that `JSON.parse` would change:
 * beyond 2^53 and written back with other digits, however it is spelled, or too large for a double.
 */
export function skipNumber(text: string, start: number): number | undefined {
  let end = start + 1;
  while (isPlain(text.charCodeAt(end))) end++;
  if (end - start <= ALWAYS_KEPT && !isExponent(text.charCodeAt(end))) return end - 1;

  for (let code = text.charCodeAt(end); isPlain(code) || isExponent(code); ) {
    code = text.charCodeAt(++end);
  }
  return isKept(text.slice(start, end)) ? end - 1 : undefined;
}

function isPlain(code: number): boolean {
  return isDigit(code) || code === POINT;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isExponent(code: number): boolean {
  return code === LETTER_E || code === CAPITAL_E || code === MINUS || code === PLUS;
}

function isKept(source: string): boolean {
  const value = Number(source);
  // Malformed text is left to JSON.parse.
  if (Number.isNaN(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  const comesBack = String(value);
  return comesBack === source || normalize(comesBack) === normalize(source);
}

/** The digits without zeros around them, and the place of the point: the same for each spelling of a number. */
function normalize(source: string): string {
  const [mantissa = "", exponent = "0"] = source.replace(/^-/, "").toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = whole + fraction;
  let start = 0;
  while (digits.charCodeAt(start) === ZERO) start++;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === ZERO) end--;
  return `${digits.slice(start, end)} ${whole.length - start + Number(exponent)}`;
}
