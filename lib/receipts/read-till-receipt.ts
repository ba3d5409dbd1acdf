import { z } from "zod";
import { isFlat } from "#lib/core/is-flat.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { decryptReceiptOperation } from "./contract-open.ts";

/** What the service knows of a receipt, whatever its till has sealed. */
export type ReceiptFacts = {
  id: string;
  gateway: GatewayName;
  currency: string;
  refundOf: string | null;
};

/**
 * What a till sealed, as decrypt answers it. `paymentId`, `gateway`, `kind`, and `refundOf` are facts of the service:
 * what the till says of them does not count. Undefined where it is no receipt, since nobody has checked it.
 */
export function readTillReceipt(
  { kind: _kind, refundOf: _sale, ...sealed }: Record<string, unknown>,
  { id: paymentId, gateway, currency, refundOf }: ReceiptFacts,
): Record<string, unknown> | undefined {
  // What create fills in where a merchant leaves it out.
  const defaults = { version: "1.0", currency };
  const note = refundOf === null ? {} : { kind: "refund", refundOf };
  const receipt = { ...defaults, ...sealed, paymentId, gateway, ...note };
  const isReceipt =
    isFlat(receipt) && z.safeEncode(decryptReceiptOperation.response, receipt).success;
  return isReceipt ? receipt : undefined;
}
