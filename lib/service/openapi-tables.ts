import { defaultRateLimits, rateClasses, tiers } from "#lib/core/tiers.ts";
import { gateways } from "#lib/core/vocabulary.ts";
import { providersFor } from "#lib/gateways/contract-providers.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";

// The lists of the reference, generated from the tables that the service itself uses. Markdown.

export function formatLimits(): string {
  const titles = { keyGeneration: "key generation", writes: "writes", reads: "reads" };
  const rows = tiers.map((tier) => [
    tier,
    ...rateClasses.map((name) => defaultRateLimits.tiers[tier][name].toLocaleString("en-US")),
  ]);
  const head = ["tier", ...rateClasses.map((name) => titles[name])];
  const rule = head.map(() => "---");
  return formatTable([head, rule, ...rows]);
}

export function formatAmounts(): string {
  const charges = gateways.map((gateway) => charged[gatewayRules[gateway].amount]);
  const same = (text: string) => gateways.map(() => text);
  return formatTable([
    ["sent", ...gateways.map((gateway) => `\`${gateway}\` charges`)],
    ["---", ...gateways.map(() => "---")],
    ["items", ...charges.map(({ items }) => items)],
    ["items, `splitTender: true`", ...same("`amount`, at most the sum; 400 without `amount`")],
    ["no items, `amount`", ...charges.map(({ amount }) => amount)],
    ["neither", ...charges.map(({ neither }) => neither)],
  ]);
}

/** The outcome of a charge by its test value. */
const charged = {
  sent: { items: "`amount`; 400 without", amount: "`amount`", neither: "400" },
  derived: {
    items: "the sum; 400 where `amount` is another",
    amount: "`amount`",
    neither: "the sum of made-up items; 400 with `mockItems: false`",
  },
};

export function listProviders(): string {
  const ofEach = gateways.map((gateway, index) => {
    const titles = providersFor(gateway, "production").map(({ title }) => title);
    return `\`${gateway}\` ${index === 0 ? "is for" : "for"} ${titles.join(" or ")}`;
  });
  return ofEach.join(", ");
}

function formatTable(rows: string[][]): string {
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
