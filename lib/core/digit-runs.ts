/** Digits with nothing but separators between them. */
export type DigitRun = {
  /** Their values. */
  digits: Uint8Array;
  /** Digits that stand together: for each group where it begins in `digits`, and behind the last their length. */
  starts: readonly number[];
  /** Where each group begins in the text. */
  places: readonly number[];
};

/** The text in ASCII, and its runs of digits. */
export type ReadDigits = { text: string; runs: readonly DigitRun[] };

/**
 * Finds all digits that could be one number of at least `min` digits, whatever their script and what separates them.
 * One pass over texts that have none, which are nearly all.
 */
export function readDigits(text: string, min: number): ReadDigits {
  const runs: DigitRun[] = [];
  let others = 0;
  let total = 0;
  let count = 0;
  let start = 0;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 0x80 ? kinds[code] : undefined;
    if (kind === DIGIT) {
      if (count++ === 0) start = at;
      last = at;
      total++;
    } else if (kind !== SEPARATOR) {
      if (kind === undefined) others++;
      if (count >= min) runs.push(readRun(text, start, last + 1, count));
      count = 0;
    }
  }
  if (count >= min) runs.push(readRun(text, start, last + 1, count));
  // A character may spell two digits: a circled 42.
  const missing = (min - total) / 2;
  if (others > 0 && others >= missing && hasForms(text, missing)) {
    return readDigits(toAscii(text), min);
  }
  return { text, runs };
}

const OTHER = 0;
const DIGIT = 1;
const SEPARATOR = 2;

/**
 * Separators are all but letters, the signs that hide digits in a masked number (`*`, `#`), and those that end a number
 * on a magnetic stripe (`=`, `^`, `?`).
 */
const kinds = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/\d/.test(char)) return DIGIT;
  return code < 0x20 || /[\s._,:;'"|~+/\\()[\]-]/.test(char) ? SEPARATOR : OTHER;
});

function readRun(text: string, from: number, to: number, count: number): DigitRun {
  const digits = new Uint8Array(count);
  const starts: number[] = [];
  const places: number[] = [];
  let length = 0;
  let before = -1;
  for (let at = from; at < to; at++) {
    const value = text.charCodeAt(at) - 0x30;
    if (value < 0 || value > 9) continue;
    if (at !== before + 1 || length === 0) {
      starts.push(length);
      places.push(at);
    }
    digits[length++] = value;
    before = at;
  }
  starts.push(length);
  return { digits, starts, places };
}

/** Whether so many numbers are in other forms than 0 to 9. */
function hasForms(text: string, count: number): boolean {
  const forms = text.matchAll(/[^\P{N}0-9]/gu);
  for (let found = 0; found < count; found++) if (forms.next().done) return false;
  return true;
}

function toAscii(text: string): string {
  const simple = text
    .replace(invisible, "")
    .replace(masks, "x")
    // Before NFKC, which makes eighteen letters of some.
    .replace(letters, "x")
    .normalize("NFKC");
  let ascii = "";
  for (const char of simple) ascii += char < "\x80" ? char : (asciiOf.get(char) ?? remember(char));
  return ascii;
}

const invisible = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** A single dot separates digits, several hide them. */
const masks = /[\u00b7\u2022\u2027\u2219\u25cf\u30fb]{2,}/gu;
/** Neither ASCII, nor a number, nor a separator: some dots and dashes are letters or symbols to Unicode. */
const letters =
  /[^\p{ASCII}\p{N}\p{Z}\p{Cc}\p{Pd}\p{Pc}\u00b7\u2022\u2027\u2043\u2212\u2219\u2500\u2501\u2800\u30fb\u30fc\uff70]+/gu;

/** Digits and separators, of which there are some thousand. */
const asciiOf = new Map<string, string>();

function remember(char: string): string {
  const ascii = isDigit(char.codePointAt(0) ?? 0) ? String(valueOfDigit(char)) : " ";
  asciiOf.set(char, ascii);
  return ascii;
}

/** The digits of a script are ten in a row. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(code - value - 1)) value++;
  return value;
}

function isDigit(code: number): boolean {
  return /\p{Nd}/u.test(String.fromCodePoint(code));
}
