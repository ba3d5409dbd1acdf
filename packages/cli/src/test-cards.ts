import { cardBrands, hashCardNumber, testCards } from "../../../lib/wallet/card-number.ts";
import { usageError } from "./cli-error.ts";

export function isTestNumber(text: string): boolean {
  return testCards.some(({ number }) => number === text);
}

/** The hash of a published test number, or of the first one of a brand. Throws for any other. */
export async function hashTestCard(text: string): Promise<string> {
  const card = testCards.find(({ brand, number }) => text === number || text === brand);
  if (card) return await hashCardNumber(card.number);
  throw usageError(
    "--test-card takes a brand or a published test number",
    `The brands are ${cardBrands.join(", ")}.`,
  );
}
