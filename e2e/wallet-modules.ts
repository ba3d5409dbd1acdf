import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import type { KeyKind } from "#lib/crypto/recipient-key.ts";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { pin, seedVault } from "./seed-vault.ts";
import { callWallet, type Outcome, openWalletPage } from "./wallet-page.ts";
import { connectService, type WalletService } from "./wallet-service.ts";

export const environment = "development";
export const consent = { method: "pin", pin };

export type Card = {
  cardId: string;
  userId: string;
  keys: { keyId: string; state: string }[];
};
export type Added = { card: Card; deliveredReceipts: number; keyId: string };

export type Start = { service: WalletService; number: string; hashedPan: string };

/** A page of the modules with a vault, connected to the service, and a card that nobody has yet. */
export async function startWallet(page: Page, baseURL = ""): Promise<Start> {
  await openWalletPage(page);
  const service = await connectService(page, baseURL);
  await seedVault(page);
  const number = createTestCardNumber();
  return { service, number, hashedPan: createHash("sha256").update(number).digest("hex") };
}

export async function callAdd(page: Page, number: string, keyKind?: KeyKind): Promise<Outcome> {
  const options = { consent, environment, observe: true, ...(keyKind && { keyKind }) };
  const card = { number, isTestCard: false };
  return await callWallet(page, "add-card.ts", "addCard", card, options);
}

export async function callOpen(
  page: Page,
  reference: object,
  given: object = consent,
): Promise<Outcome> {
  const options = { consent: given, environment, observe: true };
  return await callWallet(page, "receipts.ts", "openWithConsent", reference, options);
}

export async function addCard(page: Page, number: string, keyKind?: KeyKind): Promise<Added> {
  const outcome = await callAdd(page, number, keyKind);
  if (!("value" in outcome)) throw new Error(`The card was not added: ${outcome.reason}`);
  const added = outcome.value as Omit<Added, "keyId">;
  return { ...added, keyId: added.card.keys[0]?.keyId ?? "" };
}

export async function callRotate(page: Page, cardId: string, keyKind?: KeyKind): Promise<Outcome> {
  const options = { consent, environment, ...(keyKind && { keyKind }) };
  return await callWallet(page, "rotate-card-key.ts", "rotateCardKey", cardId, options);
}

export async function listCards(page: Page): Promise<Card[]> {
  return ((await callWallet(page, "cards.ts", "listCards")) as { value: Card[] }).value;
}
