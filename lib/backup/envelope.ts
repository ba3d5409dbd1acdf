import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { BackupError } from "./backup-error.ts";

type Bytes = AsyncIterable<Uint8Array>;

/**
 * The text of bytea columns compresses to half. gzip takes ten times the time for that, and higher levels
 * gain nothing.
 */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Compresses, and encrypts to the recipients (`age1…`) as the program age does. */
export async function pack(
  plain: Bytes,
  recipients: readonly string[],
  target: Writable,
): Promise<void> {
  await pipeline(
    plain,
    createZstdCompress(COMPRESSION),
    (compressed: Bytes) => encrypt(compressed, recipients),
    target,
  );
}

/**
 * Reads the output of `pack`, piece by piece. Throws BackupError if a byte of it was changed or is missing;
 * `read` has already received the data before that.
 */
export async function unpack<T>(
  packed: Bytes,
  identity: string,
  read: (plain: Bytes) => Promise<T>,
): Promise<T> {
  return await pipeline(
    packed,
    (encrypted: Bytes) => decrypt(encrypted, identity),
    createZstdDecompress(),
    read,
  );
}

async function* encrypt(plain: Bytes, recipients: readonly string[]): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(toStream(plain));
}

async function* decrypt(encrypted: Bytes, identity: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(identity);
  } catch (cause) {
    throw new BackupError("the identity is none: AGE-SECRET-KEY-1…", { cause });
  }
  const plain = await decrypter.decrypt(toStream(encrypted)).catch((cause: unknown) => {
    throw new BackupError("the backup cannot be opened: it is damaged, or for another identity", {
      cause,
    });
  });
  try {
    yield* plain;
  } catch (cause) {
    throw new BackupError("the backup is damaged: it was changed or cut off", { cause });
  }
}

function toStream(bytes: Bytes): ReadableStream<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
