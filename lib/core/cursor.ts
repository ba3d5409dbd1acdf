import { AppError } from "./errors.ts";
import { isId } from "./ids.ts";

/** Opaque to the caller: where the next page begins. */
export function writeCursor(paymentId: string): string {
  return Buffer.from(paymentId).toString("base64url");
}

/** Throws `invalid_request`. */
export function readCursor(cursor: string): string {
  const paymentId = Buffer.from(cursor, "base64url").toString();
  if (isId("payment", paymentId)) return paymentId;
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: "cursor: must be the nextCursor of a page before",
  });
}
