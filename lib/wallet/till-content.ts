import type { z } from "zod";
import { openedReceipt } from "#lib/receipts/contract.ts";

/** What a till sealed. The service has not settled any of it, so what was left out stays absent. */
export const tillContent = openedReceipt.extend({
  currency: openedReceipt.shape.currency.unwrap().optional(),
  mockItems: openedReceipt.shape.mockItems.unwrap(),
});

/** An opened receipt, as it came out of its envelope. */
export type SealedContent = z.output<typeof tillContent>;
