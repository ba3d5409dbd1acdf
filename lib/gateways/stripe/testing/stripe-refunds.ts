import type Stripe from "stripe";
import type { Reply } from "#lib/gateways/testing/stand-in.ts";
import { pendingReference } from "./stripe-charges.ts";
import { readMetadata, refuse } from "./stripe-form.ts";
import { makeId } from "./stripe-objects.ts";

const KNOWN = /^(payment_intent|amount|metadata\[[^[\]]{1,40}\])$/;

/** What a refund of such a card is at first (https://docs.stripe.com/testing#refunds). */
const FIRST_STATUS = new Map<unknown, string>([["pm_card_pendingRefund", "pending"]]);

/** The refund that the form of POST /v1/refunds asks for, or Stripe's refusal of it. */
export function createRefund(
  body: string,
  intents: readonly Stripe.PaymentIntent[],
  refunds: readonly Stripe.Refund[],
): Stripe.Refund | Reply {
  const form = new URLSearchParams(body);
  const unknown = [...form.keys()].find((name) => !KNOWN.test(name));
  if (unknown) {
    return refuse(400, `Received unknown parameter: ${unknown}`, { code: "parameter_unknown" });
  }

  const intent = intents.find((one) => one.id === form.get("payment_intent"));
  const param = "payment_intent";
  if (!form.has(param)) {
    return refuse(400, "One of these is required: charge, payment_intent.", {
      code: "parameter_missing",
    });
  }
  if (!intent) return refuse(404, "No such payment_intent.", { code: "resource_missing", param });
  if (intent.status !== "succeeded") {
    return refuse(400, "This PaymentIntent does not have a successful charge to refund.");
  }
  const left = Number(intent.amount) - refundedOf(intent.id, refunds);
  if (left === 0) {
    return refuse(400, "The charge has already been refunded.", {
      code: "charge_already_refunded",
    });
  }
  const amount = Number(form.get("amount") ?? left);
  if (!Number.isInteger(amount) || amount < 1) {
    return refuse(400, "Invalid positive integer", { param: "amount" });
  }
  if (amount > left) {
    return refuse(400, "Refund amount is greater than unrefunded amount.", { param: "amount" });
  }
  return {
    id: makeId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: intent.latest_charge,
    created: Math.floor(Date.now() / 1000),
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    destination_details: pendingReference(),
    metadata: readMetadata(form),
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: FIRST_STATUS.get(intent.payment_method) ?? "succeeded",
    transfer_reversal: null,
  };
}

function refundedOf(intentId: string, refunds: readonly Stripe.Refund[]): number {
  return refunds
    .filter(({ payment_intent, status }) => payment_intent === intentId && status !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);
}
