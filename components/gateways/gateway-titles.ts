import type { GatewayName } from "#lib/contract/gateway-name.ts";

export const gatewayTitles: Record<GatewayName, string> = {
  gateway_one: "Gateway one",
  gateway_two: "Gateway two",
};
