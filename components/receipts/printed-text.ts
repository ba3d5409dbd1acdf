/**
 * A text of the merchant as it is printed: on one line, without the characters that reorder what follows them,
 * and without so many marks on one letter that they cover the lines around it.
 */
export function printedText(text: string): string {
  return text.replace(breaks, " ").replace(reordering, "").replace(stackedMarks, "$1");
}

/** A longer text of the merchant, which may have lines of its own. */
export function printedLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => printedText(line).trim())
    .filter((line) => line !== "");
}

/**
 * In plain text, whatever is written from right to left keeps to itself: without isolates (Unicode Standard
 * Annex 9), a Hebrew name and the price after it would change places.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text;
}

/** The direction of the first letter or mark of direction, as `dir="auto"` finds it. */
export function directionOf(text: string): "ltr" | "rtl" {
  const [first = ""] = /[\p{L}\u061c\u200e\u200f]/u.exec(text) ?? [];
  return rightToLeft.test(first) ? "rtl" : "ltr";
}

const breaks = /\r\n|[\p{Cc}\u2028\u2029]/gu;

// Embeddings, overrides, isolates, and their deprecated kin. The marks for left and right stay: mixed names
// need them, and they reach no further than the name.
const reordering = /[\u202a-\u202e\u2066-\u206f]/g;

// Hebrew with all its points needs four.
const stackedMarks = /([\p{Mn}\p{Me}]{4})[\p{Mn}\p{Me}]+/gu;

const rightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
