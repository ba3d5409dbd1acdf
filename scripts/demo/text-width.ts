const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// East Asian wide and full-width blocks (Unicode Standard Annex 11), and emoji.
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\uffe0-\uffe6]/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u;

/** Columns that the text takes in a terminal. */
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

function splitGraphemes(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function graphemeWidth(grapheme: string): number {
  // Marks of writing direction and the like.
  if (/^\p{Cf}+$/u.test(grapheme)) return 0;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1;
}
