import { randomInt } from "node:crypto";
import { spellInBase64 } from "#lib/testing/find-secrets.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Words that are unlike all others and can be found in any bytes, of several kinds. */
export type MarkedWords<Kind extends string> = {
  /** The word, marked. Without digits: a receipt with what may be a card number is refused. */
  mark(kind: Kind, word: string): string;
  /**
   * The kinds of which words stand in bytes that come piece by piece, in alphabetical order: as they are, in UTF-16,
   * in hex, or inside base64.
   */
  find(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Kind[]>;
};

export function createMarkedWords<const Kind extends string>(
  kinds: readonly Kind[],
): MarkedWords<Kind> {
  const beginning = drawLetters(16);
  const marks = new Map(kinds.map((kind) => [kind, `${beginning}${drawLetters(8)}`]));
  const isAnyIn = searchFor(beginning);
  const searches = [...marks].map(([kind, mark]) => [kind, searchFor(mark)] as const);
  /** More than any spelling of a mark: so much of two pieces is searched across their border. */
  const overlap = 8 * beginning.length;

  return {
    mark: (kind, word) => `${marks.get(kind)}${word}`,
    async find(pieces) {
      const found = new Set<Kind>();
      let end: Uint8Array = new Uint8Array();
      const search = (bytes: Buffer) => {
        // In most pieces there is nothing, and one search says so for all kinds.
        if (!isAnyIn(bytes)) return;
        for (const [kind, isIn] of searches) if (isIn(bytes)) found.add(kind);
      };
      for await (const piece of pieces) {
        search(Buffer.from(piece.buffer, piece.byteOffset, piece.length));
        search(Buffer.concat([end, piece.subarray(0, overlap)]));
        end = piece.length < overlap ? Buffer.concat([end, piece]) : piece.subarray(-overlap);
      }
      return [...found].sort();
    },
  };
}

function drawLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

function searchFor(text: string): (bytes: Buffer) => boolean {
  const bytes = Buffer.from(text);
  const spellings = new Set([bytes.toString("hex"), ...spellInBase64(bytes)]);
  const needles = [
    bytes,
    Buffer.from(text, "utf16le"),
    ...[...spellings].map((s) => Buffer.from(s)),
  ];
  return (searched) => needles.some((needle) => searched.includes(needle));
}
