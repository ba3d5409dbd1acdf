import { type ProviderForm, WEBHOOK_SECRET_HINT } from "#lib/gateways/contract-form.ts";
import { providerHeads } from "#lib/gateways/contract-titles.ts";

export const stripeForm = {
  ...providerHeads.stripe,
  gateways: ["gateway_one"],
  fields: [
    {
      name: "secretKey",
      label: "Secret key",
      hint: "A secret or restricted key: sk_… or rk_…, a test key outside production.",
      secret: true,
    },
    {
      name: "webhookSecret",
      label: "Webhook signing secret",
      hint: WEBHOOK_SECRET_HINT,
      secret: true,
      optional: true,
    },
  ],
  setup: {
    permissions: ["PaymentIntents: write", "Charges and Refunds: write", "Disputes: read"],
    events: [
      { type: "payment_intent.succeeded", purpose: "A customer has confirmed a payment" },
      { type: "payment_intent.canceled", purpose: "A payment was canceled at Stripe" },
      { type: "charge.updated", purpose: "More became known for matching with the bank" },
      { type: "charge.refunded", purpose: "A refund was made at Stripe" },
      { type: "refund.updated", purpose: "A refund was completed, or got its ARN" },
      { type: "refund.failed", purpose: "A refund did not go through" },
      { type: "charge.dispute.created", purpose: "A cardholder disputes a payment" },
      { type: "charge.dispute.closed", purpose: "A dispute was decided" },
    ],
  },
  testFields: () => ({
    approve: { paymentMethod: "pm_card_visa" },
    decline: { paymentMethod: "pm_card_chargeDeclined" },
  }),
} as const satisfies ProviderForm;
