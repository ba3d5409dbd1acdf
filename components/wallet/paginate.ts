import type { PictureRow } from "./lay-out-picture.ts";

/** Of one picture, in CSS pixels: messengers make a higher one unreadable. */
const GOOD_HEIGHT = 4_000;

/** Twice as wide and high, it is as much as Safari draws on a phone: 16 million pixels. */
const MAX_HEIGHT = 10_000;

/** Chromium shares no more files at once. */
const MAX_PICTURES = 10;

/** The rows by picture; undefined if the receipt is too long for any number of pictures that can be shared. */
export function paginate(blocks: readonly PictureRow[][]): PictureRow[][] | undefined {
  const heights = blocks.map(heightOf);
  const whole = heights.reduce((sum, height) => sum + height, 0);
  // Evenly, so that the last picture is not a scrap; a block that does not fit leaves room behind.
  const count = Math.min(Math.ceil(whole / GOOD_HEIGHT), MAX_PICTURES);
  const room = whole / count + Math.max(...heights);
  if (room > MAX_HEIGHT) return undefined;

  const pages: PictureRow[][] = [];
  let left = 0;
  for (const [at, block] of blocks.entries()) {
    const height = heights[at] ?? 0;
    if (height > left) {
      pages.push([]);
      left = room;
    }
    pages.at(-1)?.push(...block);
    left -= height;
  }
  return pages;
}

function heightOf(rows: readonly PictureRow[]): number {
  return rows.reduce((sum, { height }) => sum + height, 0);
}
