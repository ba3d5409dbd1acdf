import { randomInt } from "node:crypto";
import { spellInBase64 } from "#lib/testing/find-secrets.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const LENGTH = 16;

/** Marks words, so that any of them can be found in any bytes. */
export type Marker = {
  /** The word behind a beginning that occurs nowhere else. No digits: a receipt with a card number is refused. */
  mark(word: string): string;
  /** Whether a marked word stands in the bytes: as it is, in UTF-16, in hex, or inside base64. */
  isIn(bytes: Uint8Array): boolean;
};

export function createMarker(): Marker {
  const beginning = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  const bytes = Buffer.from(beginning);
  const spellings = [bytes.toString("hex"), ...spellInBase64(beginning)];
  const needles = [
    bytes,
    Buffer.from(beginning, "utf16le"),
    ...new Set(spellings),
  ];
  return {
    mark: (word) => `${beginning}${word}`,
    isIn(haystack) {
      const searched = Buffer.from(haystack.buffer, haystack.byteOffset, haystack.length);
      return needles.some((needle) => searched.includes(needle));
    },
  };
}

/** More than the longest spelling: so much of a piece is searched again with the next one. */
export const OVERLAP = 4 * LENGTH;

/** Which of the markers stand in bytes that come piece by piece. */
export async function findMarkers<Name extends string>(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  markers: Readonly<Record<Name, Marker>>,
): Promise<Set<Name>> {
  const found = new Set<Name>();
  const all = Object.entries(markers) as [Name, Marker][];
  let end = Buffer.alloc(0);
  for await (const piece of pieces) {
    const searched = Buffer.concat([end, piece]);
    for (const [name, marker] of all) if (marker.isIn(searched)) found.add(name);
    end = searched.subarray(-OVERLAP);
  }
  return found;
}
