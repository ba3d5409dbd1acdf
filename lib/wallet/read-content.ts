import { isFlat } from "#lib/core/is-flat.ts";
import { dropNulls } from "#lib/core/sent-body.ts";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { claimsTill } from "./sealed-content.ts";
import { type SealedContent, tillContent } from "./till-content.ts";

/**
 * What came out of an envelope. Keeps fields that this wallet does not know, and reads null as absent where the service
 * does; a till may have sealed anything. Undefined for what is no receipt.
 */
export function readContent(content: unknown): SealedContent | undefined {
  if (!isFlat(content)) return undefined;
  const sealed = tillContent.safeParse(dropNulls(tillContent, content)).data;
  if (!sealed || claimsTill(sealed)) return sealed;
  return openedReceipt.safeParse(dropNulls(openedReceipt, content)).data;
}
