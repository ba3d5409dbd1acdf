import { defineProvider } from "#lib/gateways/provider.ts";
import { explainStripeMoney } from "./amount.ts";
import { stripeForm } from "./contract.ts";
import { explainStripeMismatch, stripeCredentials } from "./credentials.ts";
import { looksSignedByStripe } from "./signature-header.ts";

export const stripe = defineProvider({
  form: stripeForm,
  credentials: stripeCredentials,
  explainMismatch: explainStripeMismatch,
  explainMoney: explainStripeMoney,
  load: () => import("./stripe.ts"),
  createGateway: async (credentials, place) =>
    (await import("./stripe.ts")).createStripe(credentials, place),
  notifications: {
    looksSigned: looksSignedByStripe,
    parse: async (...args) => (await import("./notification.ts")).parseStripeNotification(...args),
  },
});
