import { AppError } from "./errors.ts";
import { type IdKind, isId } from "./ids.ts";

/** Where the next page of a list begins: the last id of this one, opaque to the caller. */
export function writeCursor(id: string): string {
  return encodePosition(id);
}

/** Throws `invalid_request` for anything but the id of a row of one of these kinds. */
export function readCursor(kinds: IdKind | IdKind[], cursor: string): string {
  const id = decodePosition(cursor);
  if (id !== undefined && [kinds].flat().some((kind) => isId(kind, id))) return id;
  throw badCursor();
}

type TimedPosition = { at: Date; id: string };

/** The same of a list that is ordered by a time of its entries, and by id among those of one moment. */
export function writeTimedCursor({ at, id }: TimedPosition): string {
  return encodePosition(`${at.getTime()} ${id}`);
}

/** Throws `invalid_request` for anything else, cursors of other lists included. */
export function readTimedCursor(kind: IdKind, cursor: string): TimedPosition {
  const [, at, id = ""] = /^(-?\d{1,15}) (\w+)$/.exec(decodePosition(cursor) ?? "") ?? [];
  if (at === undefined || !isId(kind, id)) throw badCursor();
  return { at: new Date(Number(at)), id };
}

function badCursor(): AppError {
  return new AppError("invalid_request", {
    message: "Request validation failed",
    details: "cursor: must be the nextCursor of an earlier page",
  });
}

/** A position in a list as base64url, to discourage callers from building their own. */
export function encodePosition(text: string): string {
  return Buffer.from(text).toString("base64url");
}

/** Undefined for any other spelling: Node's decoder skips unknown characters. */
export function decodePosition(encoded: string): string | undefined {
  const text = Buffer.from(encoded, "base64url").toString();
  return encodePosition(text) === encoded ? text : undefined;
}
