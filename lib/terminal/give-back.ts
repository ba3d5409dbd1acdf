import { createPageCall } from "#lib/browser/page-call.ts";
import { createPayments } from "#lib/client/payments.ts";
import type { PaidPart } from "./split-tender.ts";

/** Cancels each payment of a sale. Safe to repeat: one that went back stays back. Throws ApiError. */
export async function giveBack(parts: readonly PaidPart[]): Promise<void> {
  for (const { environment, gateway, paymentId } of parts) {
    await createPayments(createPageCall({ environment })).cancel(gateway, paymentId);
  }
}
