import { gateways } from "#lib/core/vocabulary.ts";
import type { ProviderForm, TestRefund, TestValue } from "#lib/gateways/contract-form.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import { providerHeads } from "#lib/gateways/contract-titles.ts";

/** How long a refund of the sandbox takes that is not decided at once, or is taken back. */
export const SANDBOX_REFUND_SECONDS = 5;
/** After how long the sandbox reports a dispute, or the rest of what matches a payment, and decides a dispute. */
export const SANDBOX_REPORT_SECONDS = 5;
export const SANDBOX_DECISION_SECONDS = 10;
/** How long a cancellation gets no answer. */
export const SANDBOX_CANCEL_SECONDS = 60;

/** The beginning of a `refundReference` that asks for an outcome other than success at once. */
export const sandboxTestRefunds = {
  failed: {
    prefix: "sandbox_refund_failed",
    description: "The refund fails at the provider: refundStatus failed",
  },
  pending: {
    prefix: "sandbox_refund_pending",
    description: `pending, and succeeds after ${SANDBOX_REFUND_SECONDS} seconds`,
  },
  failsLate: {
    prefix: "sandbox_refund_late_failure",
    description: `succeeds, and fails after ${SANDBOX_REFUND_SECONDS} seconds, as when a bank returns it`,
  },
} as const satisfies Record<string, TestRefund>;

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
  cancelUnavailable: {
    field: "paymentMethod",
    value: "sandbox_cancel_unavailable",
    description: `Paid. A cancellation answers 503 for ${SANDBOX_CANCEL_SECONDS} seconds, and refunds it after that`,
  },
  disputed: {
    field: "paymentMethod",
    value: "sandbox_disputed",
    description: `Paid, and disputed after ${SANDBOX_REPORT_SECONDS} seconds: dispute.opened`,
  },
  disputeWon: {
    field: "paymentMethod",
    value: "sandbox_dispute_won",
    description: `The same, and won after ${SANDBOX_DECISION_SECONDS} seconds: dispute.closed`,
  },
  disputeLost: {
    field: "paymentMethod",
    value: "sandbox_dispute_lost",
    description: `The same, and lost after ${SANDBOX_DECISION_SECONDS} seconds: dispute.closed`,
  },
  lateMatch: {
    field: "paymentMethod",
    value: "sandbox_late_match",
    description: `Paid, and two parts of match follow after ${SANDBOX_REPORT_SECONDS} seconds: payment.updated and receipt.updated`,
  },
  settles: {
    field: "paymentMethod",
    value: "sandbox_settles",
    description:
      "503, and the settlement comes at once: it finds no charge, and a look-up answers canceled",
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
  testRefunds: Object.values(sandboxTestRefunds),
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
