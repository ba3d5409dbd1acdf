import { dropNulls } from "#lib/core/sent-body.ts";
import { type OpenedReceipt, openedReceipt } from "#lib/receipts/contract.ts";

/**
 * What came out of an envelope, with the schema's defaults. Keeps fields that this wallet does not know, and reads
 * null as absent where the service does; a till may have sealed anything. Undefined for what is no receipt.
 */
export function readContent(content: unknown): OpenedReceipt | undefined {
  return openedReceipt.safeParse(dropNulls(openedReceipt, content)).data;
}
