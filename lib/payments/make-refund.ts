import type { Gateway, RefundOutcome, Unknown } from "#lib/gateways/gateway.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { askForRefund, listProviderRefunds } from "./ask-gateway.ts";
import { recordProviderRefunds, recordRefund } from "./record-refund.ts";
import { startRestOfRefund } from "./start-refund.ts";
import type { Payment } from "./store/payment.ts";

type Recorded = { kind: "recorded" };

/**
 * Has the provider make a claimed refund, and records what it answers. Where it refuses and something else is to
 * be refunded instead, that is begun, too.
 */
export async function makeRefund(
  gateway: Gateway,
  claimed: Payment,
  sale: Payment,
): Promise<Recorded | Unknown> {
  const outcome = await askForRefund(gateway, claimed, sale);
  if (outcome.kind === "unknown") return outcome;
  if (outcome.kind === "failed") return await recordRefusal(gateway, claimed, sale, outcome);
  await inTransaction((transaction) => recordRefund(transaction, claimed, outcome));
  return { kind: "recorded" };
}

/**
 * The merchant may have refunded a part at the provider itself, with the notification still on its way: a refund
 * of all that was left is refused then, and the rest is still to be given back.
 */
async function recordRefusal(
  gateway: Gateway,
  claimed: Payment,
  sale: Payment,
  outcome: Extract<RefundOutcome, { kind: "failed" }>,
): Promise<Recorded | Unknown> {
  // The merchant asked for one amount, and nothing else will do.
  const isOfMerchant = claimed.refundOrigin === "api";
  const listing = isOfMerchant ? undefined : await listProviderRefunds(gateway, sale);
  if (!listing && !isOfMerchant) return { kind: "unknown", reason: "provider_error" };
  await inTransaction(async (transaction) => {
    // The list first: a refund that it has was made, whatever the answer says.
    if (listing) await recordProviderRefunds(transaction, sale, listing);
    await recordRefund(transaction, claimed, outcome);
    await startRestOfRefund(transaction, sale, claimed);
  });
  return { kind: "recorded" };
}
