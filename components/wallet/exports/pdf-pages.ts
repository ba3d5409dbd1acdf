import { type PictureRow, picturePadding } from "#components/wallet/lay-out-picture.ts";

/** In CSS pixels, as all lengths here; a data URI of a JPEG picture. */
export type Logo = { uri: string; width: number; height: number };

export type PdfRow = PictureRow | { kind: "logo"; height: number; logo: Logo };

/** Lines that belong together, in a frame or without one. */
export type Section = {
  frame: "line" | "alarm" | undefined;
  /** By line of the paper, which goes to the next page as a whole unless it is long. */
  blocks: PdfRow[][];
};

type Placed = { row: PdfRow; top: number; isAlarm: boolean };

export type PdfPage = {
  frames: { top: number; bottom: number; isAlarm: boolean }[];
  rows: Placed[];
};

const GAP = 20;

/** The sections below each other, on as many pages of a height as they take. */
export function planPages(sections: readonly Section[], height: number): PdfPage[] {
  let page: PdfPage = { frames: [], rows: [] };
  const pages = [page];
  let top = 0;
  for (const { blocks, frame } of sections) {
    if (blocks.length === 0) continue;
    const padding = frame ? picturePadding : 0;
    const isAlarm = frame === "alarm";
    let begin = top === 0 ? 0 : top + GAP;
    top = begin + padding;
    for (const rows of blocks.flatMap((block) => splitLong(block, height / 3))) {
      const needed = heightOf(rows);
      if (top + needed > height - padding && top > padding) {
        closeFrame();
        page = { frames: [], rows: [] };
        pages.push(page);
        begin = 0;
        top = padding;
        // A line between two parts separates nothing there.
        if (rows.every(({ kind }) => kind === "rule")) continue;
      }
      for (const row of rows) {
        page.rows.push({ row, top, isAlarm });
        top += row.height;
      }
    }
    top += padding;
    closeFrame(0);

    function closeFrame(added = padding): void {
      if (frame && top > begin + padding)
        page.frames.push({ top: begin, bottom: top + added, isAlarm });
    }
  }
  return pages;
}

function splitLong(block: PdfRow[], height: number): PdfRow[][] {
  return heightOf(block) > height ? block.map((row) => [row]) : [block];
}

function heightOf(rows: readonly PdfRow[]): number {
  return rows.reduce((sum, row) => sum + row.height, 0);
}
