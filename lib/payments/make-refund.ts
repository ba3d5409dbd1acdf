import type { Gateway, RefundOutcome, Unknown } from "#lib/gateways/gateway.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { askForRefund, listProviderRefunds } from "./ask-gateway.ts";
import { renewClaim } from "./claim.ts";
import { recordProviderRefunds, recordRefund } from "./record-refund.ts";
import { startRestOfRefund } from "./start-refund.ts";
import { type Payment, selectPayment } from "./store/payment.ts";

type Recorded = { kind: "recorded" };

/** Whether the provider has it, or has refused it: from then on it is only asked what became of it. */
export function isTaken({ status, providerReference }: Payment): boolean {
  return status !== "pending" || providerReference !== null;
}

/**
 * Sends a claimed refund to the provider, and records the answer. Where it refuses and something else is to be
 * refunded instead, that is begun, too.
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
  if (!isOfMerchant) await renewClaim(claimed);
  const listing = isOfMerchant ? undefined : await listProviderRefunds(gateway, sale);
  if (!listing && !isOfMerchant) return { kind: "unknown", reason: "provider_error" };
  await inTransaction(async (transaction) => {
    if (listing) await recordProviderRefunds(transaction, sale, listing);
    // A refund in the list was made, or is on its way, whatever the answer says.
    const now = await selectPayment(claimed, claimed.id, transaction);
    if (now && isTaken(now)) return;
    await recordRefund(transaction, claimed, outcome);
    await startRestOfRefund(transaction, sale, claimed);
  });
  return { kind: "recorded" };
}
