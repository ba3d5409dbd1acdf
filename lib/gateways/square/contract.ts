import { type ProviderForm, WEBHOOK_SECRET_HINT } from "#lib/gateways/contract-form.ts";
import { providerHeads } from "#lib/gateways/contract-titles.ts";

/** What an OAuth token needs for payments (https://developer.squareup.com/docs/oauth-api/square-permissions). */
export const squareScopes = [
  "MERCHANT_PROFILE_READ",
  "ORDERS_READ",
  "ORDERS_WRITE",
  "PAYMENTS_READ",
  "PAYMENTS_WRITE",
] as const;

export const squareForm = {
  ...providerHeads.square,
  gateways: ["gateway_two"],
  fields: [
    { name: "accessToken", label: "Access token", secret: true },
    { name: "locationId", label: "Location id" },
    {
      name: "webhookSignatureKey",
      label: "Webhook signature key",
      hint: WEBHOOK_SECRET_HINT,
      secret: true,
      optional: true,
    },
    {
      name: "notificationUrl",
      label: "Notification URL",
      hint: "Only if Square sends notifications to a different address than the one shown here.",
      optional: true,
    },
  ],
  setup: {
    // The last one is for disputes alone: without it, Square notifies of none either.
    permissions: [...squareScopes, "DISPUTES_READ"],
    events: [
      { type: "payment.updated", purpose: "A payment was completed, canceled, or refunded" },
      { type: "refund.created", purpose: "A refund was made at Square" },
      { type: "refund.updated", purpose: "A refund was completed, or did not go through" },
      { type: "dispute.created", purpose: "A cardholder disputes a payment" },
      { type: "dispute.state.updated", purpose: "A dispute was decided" },
    ],
  },
  // Test nonces are the only cards that Square takes without a reader.
  testFields: () => ({
    approve: { cardNonce: "cnon:card-nonce-ok" },
    decline: { cardNonce: "cnon:card-nonce-declined" },
  }),
} as const satisfies ProviderForm;
