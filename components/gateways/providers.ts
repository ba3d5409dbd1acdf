import type { Environment, GatewayName } from "#lib/core/vocabulary.ts";

export const gatewayTitles: Record<GatewayName, string> = {
  gateway_one: "Gateway one",
  gateway_two: "Gateway two",
};

type CredentialField = {
  /** As in the provider's credentials. */
  name: string;
  label: string;
  hint?: string;
  secret?: true;
  optional?: true;
};

export type ProviderForm = {
  provider: string;
  label: string;
  /** The gateways of the API that it can stand behind. */
  gateways: readonly GatewayName[];
  fields: readonly CredentialField[];
};

const afterwards =
  "Leave it empty at first: the webhook address is shown once the account is connected.";

/** What each provider asks for. The service checks the values; this only says what to enter where. */
const providerForms: readonly ProviderForm[] = [
  {
    provider: "stripe",
    label: "Stripe",
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
        hint: afterwards,
        secret: true,
        optional: true,
      },
    ],
  },
  {
    provider: "square",
    label: "Square",
    gateways: ["gateway_two"],
    fields: [
      { name: "accessToken", label: "Access token", secret: true },
      { name: "locationId", label: "Location id" },
      {
        name: "webhookSignatureKey",
        label: "Webhook signature key",
        hint: afterwards,
        secret: true,
        optional: true,
      },
      {
        name: "notificationUrl",
        label: "Notification URL",
        hint: "Only if Square calls a different address than the one shown here.",
        optional: true,
      },
    ],
  },
  {
    provider: "sandbox",
    label: "Sandbox",
    gateways: ["gateway_one", "gateway_two"],
    fields: [],
  },
];

/** The providers that a gateway can be connected to; production takes real payments only. */
export function providersFor(gateway: GatewayName, environment: Environment): ProviderForm[] {
  return providerForms.filter(
    ({ provider, gateways }) =>
      gateways.includes(gateway) && (environment !== "production" || provider !== "sandbox"),
  );
}

export function providerLabel(provider: string): string {
  return providerForms.find((form) => form.provider === provider)?.label ?? provider;
}
