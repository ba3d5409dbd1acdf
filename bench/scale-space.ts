import { statfs } from "node:fs/promises";
import { tmpdir } from "node:os";

/** Row, indexes, and records, without the ciphertext, as measured; and the size of the write-ahead log. */
const BYTES_BESIDE_RECEIPT = 1_700;
const LOG_BYTES = 3e9;
/** Left to the rest of the machine. */
const SPARE_BYTES = 6e9;

/** Throws, in one line, if the disk is too small for so many payments. */
export async function requireSpace(fill: {
  payments: number;
  receiptBytes: number;
}): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const free = bavail * bsize;
  const needed =
    fill.payments * (BYTES_BESIDE_RECEIPT + fill.receiptBytes) + LOG_BYTES + SPARE_BYTES;
  if (free >= needed) return;
  const [has, needs] = [free, needed].map((bytes) => `${Math.round(bytes / 1e9)} GB`);
  throw new Error(
    `${tmpdir()} has ${has} free and ${fill.payments} payments need ${needs}: set TMPDIR to a larger disk, or ask for fewer`,
  );
}
