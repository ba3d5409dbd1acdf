import { z } from "zod";
import { readSiteData, writeSiteData } from "#lib/browser/site-data.ts";
import type { HashedCard } from "#lib/wallet/add-card.ts";
import { createTestCardNumber, hashCardNumber } from "#lib/wallet/card-number.ts";

/** The card of a visit. Its number is no real card's; a second device learns only the hash. */
export type OwnCard = HashedCard & { number: string | undefined };

const NAME = "sealslip.visit";

const storedCard = z.object({
  visitId: z.string(),
  hashedPan: z.string(),
  last4: z.string(),
  number: z.string().optional(),
});

/** The card that this browser has for the visit, or a new one. */
export async function provideCard(visitId: string): Promise<OwnCard> {
  const stored = readStored();
  if (stored?.visitId === visitId) {
    const { hashedPan, last4, number } = stored;
    return { hashedPan, last4, number, brand: null };
  }
  const number = createTestCardNumber();
  const hashedPan = await hashCardNumber(number);
  const card = { hashedPan, last4: number.slice(-4), number, brand: null };
  storeCard(visitId, card);
  return card;
}

/** Where the browser stores nothing, a reload begins with another card. */
export function storeCard(visitId: string, { hashedPan, last4, number }: OwnCard): void {
  writeSiteData("localStorage", NAME, JSON.stringify({ visitId, hashedPan, last4, number }));
}

/** Calls back when another tab has stored a card: it began a visit, or another one. Returns what stops that. */
export function watchOtherTabs(changed: () => void): () => void {
  const look = ({ key }: StorageEvent) => {
    if (key === NAME) changed();
  };
  window.addEventListener("storage", look);
  return () => window.removeEventListener("storage", look);
}

function readStored(): z.output<typeof storedCard> | undefined {
  try {
    return storedCard.safeParse(JSON.parse(readSiteData("localStorage", NAME) ?? "null")).data;
  } catch {
    return undefined;
  }
}
