import type { GatewayName } from "#lib/core/vocabulary.ts";

export const gatewayTitles: Record<GatewayName, string> = {
  gateway_one: "Gateway one",
  gateway_two: "Gateway two",
};

type ProviderHead = { name: string; title: string; builtIn?: true };

/** What lists of payments show of a provider; what its form and its tests need is much longer. */
export const providerHeads = {
  stripe: { name: "stripe", title: "Stripe" },
  square: { name: "square", title: "Square" },
  sandbox: { name: "sandbox", title: "Sandbox", builtIn: true },
} as const satisfies Record<string, ProviderHead>;

export function findProviderHead(name: string): ProviderHead | undefined {
  return Object.values<ProviderHead>(providerHeads).find((head) => head.name === name);
}

export function providerTitle(name: string): string {
  return findProviderHead(name)?.title ?? name;
}
