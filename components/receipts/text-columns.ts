const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// East Asian wide and full-width blocks (Unicode Standard Annex 11), and emoji.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\uffe0-\uffe6]/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;

/** Columns that the text takes in a terminal, or on a receipt printer. */
export function widthOf(text: string): number {
  return splitGraphemes(text).reduce((width, grapheme) => width + graphemeWidth(grapheme), 0);
}

/** The text in at most `width` columns, with an ellipsis where something was cut off. */
export function clip(text: string, width: number): string {
  if (widthOf(text) <= width) return text;

  let kept = "";
  for (const grapheme of splitGraphemes(text)) {
    if (widthOf(kept) + graphemeWidth(grapheme) > width - 1) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/**
 * The text in lines of at most `width` columns: by words, and a word that is too long by itself, by letters. All
 * blanks are spaces, since terminals and printers give some a width of their own.
 */
export function wrapColumns(text: string, width: number): string[] {
  const words = text.replaceAll(/\s/gu, " ").split(/(?<=\s)/u);
  const pieces = words.flatMap((word) =>
    widthOf(word.trimEnd()) <= width ? [word] : splitGraphemes(word),
  );
  const lines: string[] = [];
  let line = "";
  for (const piece of pieces) {
    if (line !== "" && widthOf(line + piece.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  return [...lines, line.trimEnd()];
}

function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  // Marks of writing direction and the like.
  if (/^\p{Cf}+$/u.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}
