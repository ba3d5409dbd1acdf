import { create, type Font } from "fontkit";
import type { Look } from "#components/wallet/lay-out-picture.ts";

/** Parts of Geist Mono, by the letters they have; the first that has a letter writes it. */
export const subsets = [
  "latin",
  "latin-ext",
  "cyrillic",
  "cyrillic-ext",
  "vietnamese",
  "symbols2",
] as const;
export const weights = [400, 600] as const;

type Subset = (typeof subsets)[number];
export type Weight = (typeof weights)[number];
export type FontName = `${Subset}-${Weight}`;
export type FontFiles = Readonly<Record<FontName, Uint8Array>>;

/** Sizes in CSS pixels, as in a picture of a receipt. */
export const faces: Record<Look, { size: number; weight: Weight }> = {
  normal: { size: 13, weight: 400 },
  muted: { size: 13, weight: 400 },
  shop: { size: 15, weight: 600 },
  total: { size: 17, weight: 600 },
};

/** Where the letters of a row stand, from its top. */
export function baselineOf(look: Look, rowHeight: number): number {
  return rowHeight / 2 + faces[look].size * 0.35;
}

/** A piece of a line that one font writes; or that none does, so that it is drawn. */
export type Run = { text: string; font: FontName | undefined };

/** Of Geist Mono, in widths of the letter's height. */
export const ADVANCE = 0.6;

/** Which font has a letter. Marks that stand on a letter count as not there: they would have to be placed. */
export function createLetters(files: FontFiles) {
  const subsetOf = new Map<number, Subset>();
  for (const subset of subsets) {
    // Its types are those of Node, and it takes any bytes.
    const font = create(files[`${subset}-400`] as Parameters<typeof create>[0]) as Font;
    for (const codePoint of font.characterSet) {
      const isCell = font.glyphForCodePoint(codePoint).advanceWidth === ADVANCE * font.unitsPerEm;
      const isUnit = codePoint <= 0xffff;
      if (isCell && isUnit && !subsetOf.has(codePoint)) subsetOf.set(codePoint, subset);
    }
  }
  return {
    /** The runs of a text in their order. One that runs from right to left is one run, drawn as a whole. */
    split(text: string, weight: Weight): Run[] {
      const plain = plainText(text);
      if (rightToLeft.test(plain)) return [{ text: plain, font: undefined }];
      const runs: Run[] = [];
      for (const segment of listLetters(plain)) {
        const [codePoint = 0, ...marks] = Array.from(segment, (one) => one.codePointAt(0) ?? 0);
        const subset = marks.length === 0 ? subsetOf.get(codePoint) : undefined;
        const font: FontName | undefined = subset && `${subset}-${weight}`;
        const last = runs.at(-1);
        if (last && last.font === font) last.text += segment;
        else runs.push({ text: segment, font });
      }
      return runs;
    },
  };
}

export type Letters = ReturnType<typeof createLetters>;

/** As a reader counts them. */
export function listLetters(text: string): string[] {
  // Finding the boundaries costs more than all else of a PDF, and most texts do not need it.
  if (!joining.test(text)) return Array.from(text);
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Composed, with the one blank that the font has, and without what shows nothing. */
function plainText(text: string): string {
  return text.toWellFormed().normalize("NFC").replace(blanks, "\u00a0").replace(invisible, "");
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** What may belong to the letter before or behind it: marks, joiners, parts of Hangul, flags, tones of skin. */
const joining = /[\p{M}\p{Cf}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\p{RI}\p{EMod}]/u;

const blanks = /[\u2000-\u200a\u202f\u205f]/g;

// A joiner within an emoji stays.
const invisible = /[\u00ad\u200b\u200e\u200f\u2060\ufeff]/g;

const rightToLeft =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
