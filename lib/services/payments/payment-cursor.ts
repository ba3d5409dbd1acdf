import { AppError } from "#lib/errors/app-error.ts";
import { isId } from "#lib/ids/create-id.ts";

/** Sorts behind every payment id. */
export const END = "pay_g";

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
