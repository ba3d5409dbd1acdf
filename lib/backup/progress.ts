/** How much of a backup was read so far. */
export type Progress = {
  readonly rows: number;
  readonly bytes: number;
  /**
   * Counts the rows in a piece of COPY's text format, each of which ends with a line feed; returns how many.
   */
  count(table: string, piece: Uint8Array): number;
};

const INTERVAL_MS = 2000;
const LINE_FEED = 10;

/** Writes a line every two seconds. */
export function createProgress(write: (line: string) => void): Progress {
  const startedAt = performance.now();
  const state = { rows: 0, bytes: 0, shownAt: startedAt };
  return {
    get rows() {
      return state.rows;
    },
    get bytes() {
      return state.bytes;
    },
    count(table, piece) {
      const rows = countRows(piece);
      state.rows += rows;
      state.bytes += piece.length;
      const now = performance.now();
      if (now - state.shownAt >= INTERVAL_MS) {
        state.shownAt = now;
        const seconds = Math.round((now - startedAt) / 1000);
        write(`  ${table}: ${describeAmount(state)} after ${seconds} s`);
      }
      return rows;
    },
  };
}

/** `12,345 rows, 67.8 MB` */
export function describeAmount({ rows, bytes }: { rows: number; bytes: number }): string {
  return `${rows.toLocaleString("en-US")} rows, ${describeBytes(bytes)}`;
}

export function describeBytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function countRows(piece: Uint8Array): number {
  let rows = 0;
  for (let at = piece.indexOf(LINE_FEED); at >= 0; at = piece.indexOf(LINE_FEED, at + 1)) rows += 1;
  return rows;
}
