import { cardBrandNames } from "#lib/wallet/card-number.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";

/** What a card is called: the cardholder's name for it, or else its brand. */
export function titleCard({ brand, name, session, testNumber }: StoredCard): string {
  if (name !== undefined) return name;
  if (brand) return cardBrandNames[brand];
  return session === undefined && testNumber === undefined ? "Card" : "Test card";
}
