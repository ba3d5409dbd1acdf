import type { GatewayName } from "#lib/core/vocabulary.ts";
import { sandboxTestValues } from "#lib/gateways/sandbox/contract.ts";

export const outcomes = ["approve", "decline", "timeout", "error"] as const;

export type Outcome = (typeof outcomes)[number];

/** What a payment says to its gateway beside the receipt. */
export type GatewayFields = { paymentMethod: string; cardNonce?: string };

/** Test nonces are the only cards that the second gateway's providers take without a reader. */
const GOOD_NONCE = "cnon:card-nonce-ok";

/** The outcomes that can be requested: a provider's own test account cannot lose answers. */
export function outcomesOf(provider: string): readonly Outcome[] {
  return provider === "sandbox" ? outcomes : ["approve", "decline"];
}

/** The test values that bring the outcome about. */
export function askFor(
  outcome: Outcome,
  { gateway, provider }: { gateway: GatewayName; provider: string },
): GatewayFields {
  const { declined, declinedNonce, error, timeout } = sandboxTestValues;
  const nonce = gateway === "gateway_two" ? { cardNonce: GOOD_NONCE } : {};
  switch (outcome) {
    case "approve":
      return { paymentMethod: provider === "stripe" ? "pm_card_visa" : "contactless", ...nonce };
    case "decline":
      return gateway === "gateway_two"
        ? { paymentMethod: "contactless", cardNonce: declinedNonce.value }
        : { paymentMethod: declined.value };
    case "timeout":
      return { paymentMethod: timeout.value, ...nonce };
    case "error":
      return { paymentMethod: error.value, ...nonce };
  }
}
