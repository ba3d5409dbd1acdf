import type { GatewayName } from "#lib/core/vocabulary.ts";

export type GatewayRules = {
  /** Whether the amount is what was sent, or what the items and the tax add up to. */
  amount: "sent" | "derived";
  /** Whether the provider is given the items. */
  chargesItems: boolean;
  /** Whether the card comes as `cardNonce`. */
  takesCardNonce: boolean;
};

/** How the gateways of the API differ, whichever provider is behind them. */
export const gatewayRules: Record<GatewayName, GatewayRules> = {
  gateway_one: { amount: "sent", chargesItems: false, takesCardNonce: false },
  gateway_two: { amount: "derived", chargesItems: true, takesCardNonce: true },
};
