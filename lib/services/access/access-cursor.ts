import { AppError } from "#lib/errors/app-error.ts";
import type { AccessRow } from "#lib/storage/access-log.ts";

type Place = { at: Date; hash: Uint8Array };

/** Enough of a hash to tell grants of one millisecond apart, and nothing to anybody else. */
const HASH_BYTES = 12;

export function grantIdOf({ hash }: Pick<AccessRow, "hash">): string {
  return Buffer.from(hash).subarray(0, HASH_BYTES).toString("base64url");
}

/** Opaque to the caller: where the next page begins. */
export function writeAccessCursor({ at, hash }: Place): string {
  return Buffer.from(`${at.getTime()}.${grantIdOf({ hash })}`).toString("base64url");
}

/** Throws `invalid_request`. */
export function readAccessCursor(cursor: string): Place {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, time, hash] = /^(\d{1,14})\.([\w-]{16})$/.exec(text) ?? [];
  if (time && hash) return { at: new Date(Number(time)), hash: Buffer.from(hash, "base64url") };
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: "cursor: must be the nextCursor of a page before",
  });
}
