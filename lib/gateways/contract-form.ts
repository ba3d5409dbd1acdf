import type { GatewayName } from "#lib/core/vocabulary.ts";

/** One of a provider's credentials, as a form asks for it. */
type CredentialField = {
  /** As in the provider's credentials. */
  name: string;
  label: string;
  hint?: string;
  secret?: true;
  optional?: true;
};

/** A value that asks a provider for another outcome than success. */
export type TestValue = {
  field: "paymentMethod" | "cardNonce";
  value: string;
  /** What the caller gets. */
  description: string;
};

/** The beginning of a `refundReference` that asks for another outcome, and what the caller gets. */
export type TestRefund = { prefix: string; description: string };

/** What a demonstration can ask a test account for. */
export const testOutcomes = ["approve", "decline", "confirm", "timeout", "error"] as const;

export type TestOutcome = (typeof testOutcomes)[number];

/** The fields of a payment that bring an outcome about. */
export type TestFields = Partial<Record<TestValue["field"], string>>;

/** The provider's name for it, and what it is good for. */
export type WebhookEvent = { type: string; purpose: string };

/** What pages show of a provider; plain data, so that it brings no package and no schema with it. */
export type ProviderForm = {
  /** As in the API and the database. */
  name: string;
  title: string;
  /** The gateways of the API that it can stand behind. */
  gateways: readonly GatewayName[];
  /** What to enter where; the service checks the values. */
  fields: readonly CredentialField[];
  /** What there is to know where it has no fields. */
  note?: string;
  /** Part of this service: takes no real payments, and none in production. */
  builtIn?: true;
  /** What to enter at the provider; absent for one that sends nothing. */
  setup?: {
    /** What the credentials must be allowed to do. */
    permissions: readonly string[];
    /** The events that the webhook is to be sent. */
    events: readonly WebhookEvent[];
  };
  testValues?: readonly TestValue[];
  testRefunds?: readonly TestRefund[];
  /** What to send through the gateway for each outcome that its test account knows. */
  testFields(gateway: GatewayName): Partial<Record<TestOutcome, TestFields>>;
};

export const WEBHOOK_SECRET_HINT =
  "Leave it empty at first: the webhook address is shown once the account is connected.";
