import { type ProviderForm, WEBHOOK_SECRET_HINT } from "#lib/gateways/contract-form.ts";

export const squareForm = {
  name: "square",
  title: "Square",
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
      hint: "Only if Square calls another address than the one that is shown here.",
      optional: true,
    },
  ],
  // Test nonces are the only cards that Square takes without a reader.
  testFields: () => ({
    approve: { cardNonce: "cnon:card-nonce-ok" },
    decline: { cardNonce: "cnon:card-nonce-declined" },
  }),
} as const satisfies ProviderForm;
