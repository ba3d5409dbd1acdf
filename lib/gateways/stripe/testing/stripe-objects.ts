import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import type { IntentForm } from "./stripe-form.ts";

// Typed by Stripe's package, which is made from the published description: a field that is missing or
// wrong does not compile.

/** A new PaymentIntent, not confirmed yet. */
export function describeIntent({
  amount,
  currency,
  metadata,
  customer,
  allowedTypes,
}: IntentForm): Stripe.PaymentIntent {
  const id = makeId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${randomBytes(12).toString("hex")}`,
    confirmation_method: "automatic",
    created: Math.floor(Date.now() / 1000),
    currency,
    customer: customer ?? null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: allowedTypes,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_group: null,
  };
}

export function makeId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
