import { AppError } from "./errors.ts";
import { type IdKind, isId } from "./ids.ts";

/** Where the next page of a list begins: the last id that was shown, opaque to the caller. */
export function writeCursor(id: string): string {
  return Buffer.from(id).toString("base64url");
}

/** Throws `invalid_request` for anything but the id of a row of this kind. */
export function readCursor(kind: IdKind, cursor: string): string {
  const id = Buffer.from(cursor, "base64url").toString();
  if (isId(kind, id)) return id;
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: "cursor: must be the nextCursor of an earlier page",
  });
}
