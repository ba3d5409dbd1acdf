import { gateways } from "#lib/core/vocabulary.ts";
import type { ProviderForm, TestValue } from "#lib/gateways/contract-form.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import { providerHeads } from "#lib/gateways/contract-titles.ts";

/** A `refundReference` that begins with it asks for a refund that fails at the provider. */
export const SANDBOX_FAILED_REFUND = "sandbox_refund_failed";

/** Values that ask either sandbox for an outcome other than success; the API reference prints them. */
export const sandboxTestValues = {
  declined: {
    field: "paymentMethod",
    value: "pm_card_chargeDeclined",
    description: "402 payment_declined, reason card_declined",
  },
  declinedNonce: {
    field: "cardNonce",
    value: "cnon:card-nonce-declined",
    description: "On gateway_two: 402 payment_declined, reason card_declined",
  },
  insufficientFunds: {
    field: "paymentMethod",
    value: "pm_card_chargeDeclinedInsufficientFunds",
    description: "402 payment_declined, reason insufficient_funds",
  },
  invalid: {
    field: "paymentMethod",
    value: "sandbox_invalid",
    description: "The provider finds the request malformed: 400 invalid_request, nothing charged",
  },
  requiresConfirmation: {
    field: "paymentMethod",
    value: "sandbox_requires_confirmation",
    description: "Created with paymentStatus requires_confirmation",
  },
  error: {
    field: "paymentMethod",
    value: "sandbox_error",
    description:
      "The gateway answers 500, which leaves the charge open: 503 service_unavailable with Retry-After, each time",
  },
  timeout: {
    field: "paymentMethod",
    value: "sandbox_timeout",
    description:
      "The gateway never answers: 503 after the deadline. The payment was made, and the retry gets it",
  },
} as const satisfies Record<string, TestValue>;

export const sandboxForm = {
  ...providerHeads.sandbox,
  gateways,
  fields: [],
  note: "The sandbox needs no credentials, and takes the test values of this page.",
  testValues: Object.values(sandboxTestValues),
  testFields(gateway) {
    const { declined, declinedNonce, error, requiresConfirmation, timeout } = sandboxTestValues;
    const { takesCardNonce } = gatewayRules[gateway];
    const card = takesCardNonce ? { cardNonce: "cnon:card-nonce-ok" } : {};
    return {
      approve: card,
      decline: takesCardNonce
        ? { cardNonce: declinedNonce.value }
        : { paymentMethod: declined.value },
      confirm: { ...card, paymentMethod: requiresConfirmation.value },
      timeout: { ...card, paymentMethod: timeout.value },
      error: { ...card, paymentMethod: error.value },
    };
  },
} as const satisfies ProviderForm;
