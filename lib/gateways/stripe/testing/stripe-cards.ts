/** What happens when a payment method is confirmed (https://docs.stripe.com/testing). */
export type CardResult =
  | { status: "succeeded" | "requires_action" }
  | { status: "declined"; code: string; declineCode: string };

const declined = (code: string, declineCode: string): CardResult => ({
  status: "declined",
  code,
  declineCode,
});

export const stripeTestCards: ReadonlyMap<string, CardResult> = new Map([
  ["pm_card_visa", { status: "succeeded" }],
  ["pm_card_mastercard", { status: "succeeded" }],
  ["pm_card_pendingRefund", { status: "succeeded" }],
  ["ctoken_visa", { status: "succeeded" }],
  ["pm_card_authenticationRequired", { status: "requires_action" }],
  ["pm_card_chargeDeclined", declined("card_declined", "generic_decline")],
  ["pm_card_visa_chargeDeclined", declined("card_declined", "generic_decline")],
  ["pm_card_chargeDeclinedInsufficientFunds", declined("card_declined", "insufficient_funds")],
  ["pm_card_visa_chargeDeclinedInsufficientFunds", declined("card_declined", "insufficient_funds")],
  ["pm_card_visa_chargeDeclinedLostCard", declined("card_declined", "lost_card")],
  ["pm_card_visa_chargeDeclinedStolenCard", declined("card_declined", "stolen_card")],
  ["pm_card_chargeDeclinedExpiredCard", declined("expired_card", "expired_card")],
  ["pm_card_chargeDeclinedIncorrectCvc", declined("incorrect_cvc", "incorrect_cvc")],
  ["pm_card_chargeDeclinedProcessingError", declined("processing_error", "processing_error")],
]);
