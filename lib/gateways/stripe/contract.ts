import { type ProviderForm, WEBHOOK_SECRET_HINT } from "#lib/gateways/contract-form.ts";

export const stripeForm = {
  name: "stripe",
  title: "Stripe",
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
  testFields: () => ({
    approve: { paymentMethod: "pm_card_visa" },
    decline: { paymentMethod: "pm_card_chargeDeclined" },
  }),
} as const satisfies ProviderForm;
