import type { Translate } from "#lib/languages/translate.ts";
import { cardBrandNames } from "#lib/wallet/card-number.ts";
import type { StoredCard } from "#lib/wallet/device-store.ts";

/** What a card is called: the cardholder's name for it, or else its brand. */
export function titleCard({ brand, name, session, testNumber }: StoredCard, t: Translate): string {
  if (name !== undefined) return name;
  if (brand) return cardBrandNames[brand];
  return session === undefined && testNumber === undefined ? t("Card") : t("Test card");
}

/** In a sentence: "card that ends in 4242", or "card" where this device does not know its end. */
export function describeCard({ last4 }: Pick<StoredCard, "last4">, t: Translate): string {
  return last4 === "" ? t("card") : t("card that ends in {last4}", { last4 });
}
