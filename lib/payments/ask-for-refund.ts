import type { Gateway, RefundOutcome } from "#lib/gateways/gateway.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { listProviderRefunds, refundCharge } from "./charge.ts";
import { recordProviderRefunds, recordRefund } from "./record-refund.ts";
import { startRestOfRefund } from "./start-refund.ts";
import { type Payment, releasePayment } from "./store/payment.ts";

/**
 * Has the provider make a claimed refund, records what it answers, and ends the claim. Where it refuses
 * and something else is to be refunded instead, that is begun, too.
 */
export async function askForRefund(
  gateway: Gateway,
  claimed: Payment,
  sale: Payment,
): Promise<RefundOutcome> {
  const outcome = await refundCharge(gateway, claimed, sale);
  if (outcome.kind === "unknown") {
    await releasePayment(claimed, { wasAsked: outcome.reason !== "not_asked" });
    return outcome;
  }
  if (outcome.kind === "failed") return await recordRefusal(gateway, claimed, sale, outcome);
  await inTransaction((transaction) => recordRefund(transaction, claimed, outcome));
  return outcome;
}

/**
 * The merchant may have refunded a part at the provider itself, and the news of it not have come yet: a
 * refund of all that was left is refused then, and the rest is still to be given back.
 */
async function recordRefusal(
  gateway: Gateway,
  claimed: Payment,
  sale: Payment,
  outcome: Extract<RefundOutcome, { kind: "failed" }>,
): Promise<RefundOutcome> {
  // The merchant asked for one amount, and nothing else will do.
  const isOfMerchant = claimed.refundOrigin === "api";
  const listing = isOfMerchant ? undefined : await listProviderRefunds(gateway, sale);
  if (!listing && !isOfMerchant) {
    await releasePayment(claimed);
    return { kind: "unknown", reason: "provider_error" };
  }
  await inTransaction(async (transaction) => {
    // The list first: a refund that it has was made, whatever the answer says.
    if (listing) await recordProviderRefunds(transaction, sale, listing);
    await recordRefund(transaction, claimed, outcome);
    await startRestOfRefund(transaction, sale, claimed);
  });
  return outcome;
}
