/** What stands for a payment provider in the address of a payment. */
export const gateways = ["gateway_one", "gateway_two"] as const;

export type GatewayName = (typeof gateways)[number];
