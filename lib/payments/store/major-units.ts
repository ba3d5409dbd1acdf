import { codesByExponent } from "#lib/core/money.ts";

/** The condition that an amount in the smallest unit of a column's currency is a decimal of major units or more. */
export function atLeastMajor(amount: string, decimal: string, currency: string): string {
  return `${amount} >= ${decimal}::numeric * ${unitsOf(currency)}`;
}

export function atMostMajor(amount: string, decimal: string, currency: string): string {
  return `${amount} <= ${decimal}::numeric * ${unitsOf(currency)}`;
}

const USUAL = 2;

/** How many smallest units make a major one. */
function unitsOf(currency: string): string {
  const unusual = codesByExponent.filter(({ exponent }) => exponent !== USUAL);
  const cases = unusual.map(({ exponent, codes }) => {
    const list = codes.map((code) => `'${code}'`).join(", ");
    return `WHEN ${currency} IN (${list}) THEN ${10 ** exponent}`;
  });
  return `(CASE ${cases.join(" ")} ELSE ${10 ** USUAL} END)`;
}
