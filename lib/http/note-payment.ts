import { isId } from "#lib/ids/create-id.ts";
import type { Exchange } from "./exchange.ts";

/** Remembers for the log which payment a call is about, where one of the parts names it. */
export function notePayment(exchange: Exchange, ...parts: unknown[]): void {
  for (const part of parts) {
    const id = typeof part === "object" && part !== null && "paymentId" in part && part.paymentId;
    // Only what can be one of our ids: whatever else stands there was made up by the caller.
    if (typeof id === "string" && isId("payment", id)) exchange.paymentId = id;
  }
}
