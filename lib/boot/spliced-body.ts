import { constants, crc32, deflateRawSync } from "node:zlib";

/**
 * A body in which a placeholder stands for the nonce of each answer. Only the text around the nonces is
 * compressed, and only once: a gzip file may have parts that are not compressed (RFC 1951 section 3.2.4).
 * Answers share these texts, in pieces: a copy for each would keep the garbage collector busy.
 */
export class SplicedBody {
  readonly #parts: Buffer[];
  #compressed: Buffer[] | undefined;

  constructor(body: Buffer, placeholder: string) {
    this.#parts = split(body, placeholder);
  }

  /** Whether the body is the same for every nonce. */
  get isConstant(): boolean {
    return this.#parts.length === 1;
  }

  plain(nonce: string): Buffer[] {
    return join(this.#parts, Buffer.from(nonce));
  }

  gzip(nonce: string): Buffer[] {
    // Full flushes: each part ends at a whole byte, and refers to none of the others.
    this.#compressed ??= this.#parts.map((part) =>
      deflateRawSync(part, { finishFlush: constants.Z_FULL_FLUSH }),
    );
    const blocks = join(this.#compressed, storedBlock(nonce));
    return [GZIP_HEADER, ...blocks, EMPTY_LAST_BLOCK, this.#trailer(nonce)];
  }

  #trailer(nonce: string): Buffer {
    const trailer = Buffer.alloc(8);
    let [checksum, length] = [0, 0];
    for (const part of join(this.#parts, Buffer.from(nonce))) {
      checksum = crc32(part, checksum);
      length += part.length;
    }
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(length, 4);
    return trailer;
  }
}

/** RFC 1952 section 2.3: deflate, without a name or a time, made on an unknown system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);

const EMPTY_LAST_BLOCK = Buffer.from([0x03, 0x00]);

function storedBlock(text: string): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(text.length, 1);
  head.writeUInt16LE(~text.length & 0xffff, 3);
  return Buffer.concat([head, Buffer.from(text)]);
}

function split(body: Buffer, placeholder: string): Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  for (let at = body.indexOf(placeholder); at !== -1; at = body.indexOf(placeholder, start)) {
    parts.push(body.subarray(start, at));
    start = at + placeholder.length;
  }
  return [...parts, body.subarray(start)];
}

function join(parts: readonly Buffer[], between: Buffer): Buffer[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]));
}
