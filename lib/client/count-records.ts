const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/**
 * Counts the records of a CSV document (RFC 4180) that comes in pieces: each call takes the next one
 * and returns how many records have ended so far. A line feed in quotes ends none.
 */
export function countRecords(): (piece: Uint8Array) => number {
  let records = 0;
  let quoted = false;
  return (piece) => {
    for (const byte of piece) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === LINE_FEED && !quoted) records += 1;
    }
    return records;
  };
}
