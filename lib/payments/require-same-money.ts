import type { CancelOutcome, FindOutcome, Unknown } from "#lib/gateways/gateway.ts";
import { log } from "#lib/log/logger.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { insertMismatch, type Payment } from "./store/payment.ts";

const mismatches = counter({
  name: "sealslip_payment_mismatches_total",
  help: "Answers of providers that a payment is over another amount or currency than it was begun with",
  labels: ["gateway"],
});

/**
 * What a provider answered, if it is about the money that the payment was begun with; `mismatch` otherwise. The
 * receipt is sealed over that money, and the account's owner can change a charge at the provider until it is paid.
 */
export async function requireSameMoney<Outcome extends FindOutcome | CancelOutcome>(
  payment: Payment,
  outcome: Outcome,
): Promise<Outcome | Unknown> {
  if (!("amount" in outcome)) return outcome;
  const { amount, currency } = outcome;
  const isSame = amount === payment.amount && currency === payment.currency.toLowerCase();
  if (isSame) return outcome;

  const { id, gateway } = payment;
  mismatches.add(gateway);
  log().error(
    { payment_id: id, provider_amount: amount, provider_currency: currency, outcome: outcome.kind },
    "the provider has the payment over another amount or currency; it is not recorded",
  );
  await insertMismatch(payment);
  return { kind: "unknown", reason: "mismatch" };
}
