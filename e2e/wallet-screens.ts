import { createHash, randomBytes } from "node:crypto";
import { expect, type Page, request as playwright } from "@playwright/test";
import { createOrganization } from "#lib/organizations/operate.ts";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { withAppDatabase } from "./app-database.ts";
import { pin, seedVault } from "./seed-vault.ts";
import { signIn } from "./signed-in.ts";

/** Into an issuer's wallet, with a vault that the PIN opens on the device already. */
export async function enterWallet(page: Page): Promise<void> {
  await becomeIssuer(page);
  await openSeeded(page, "/wallet");
}

/** The same for a stranger, who gets what is bought in the demo alone. */
export async function enterDemoWallet(page: Page): Promise<void> {
  await openSeeded(page, "/wallet?demo");
}

/** Signs the page's browser in for a new issuer, in whose wallet cards arrive that merchants sell to. */
export async function becomeIssuer(page: Page): Promise<void> {
  await page.goto("/example.json");
  const { origin } = new URL(page.url());
  const name = `Bank ${randomBytes(4).toString("hex")}`;
  const email = `${name.slice(-8)}@e2e.example`;
  const { password } = await withAppDatabase(
    async () => await createOrganization({ name, kind: "issuer", email, tier: "standard" }),
  );
  const request = await playwright.newContext({
    baseURL: origin,
    extraHTTPHeaders: { Origin: origin },
  });
  const { cookies } = await signIn(request, { email, password });
  await request.dispose();
  await page.context().addCookies(cookies);
}

/** To a page of the wallet, with a vault that the PIN opens on the device already. */
export async function openSeeded(page: Page, path: string): Promise<void> {
  // A file of the same origin, without scripts.
  await page.goto("/example.json");
  await seedVault(page);
  await page.goto(path);
  await expect(page.getByText("First, add a card")).toBeVisible();
}

/** From the landing page, with a vault made in the wallet. */
export async function createWallet(page: Page): Promise<void> {
  await becomeIssuer(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Wallet", exact: true }).click();
  await page.getByLabel("A PIN for this wallet").fill(pin);
  await page.getByLabel("The same PIN again").fill(pin);
  await page.getByRole("button", { name: "Use this PIN" }).click();
  await expect(page.getByText("First, add a card")).toBeVisible();
}

/** Types a number that nobody else has; returns the number and what registration sends of it. */
export async function typeTestCard(page: Page): Promise<{ number: string; hashedPan: string }> {
  await page.goto("/wallet/cards/add");
  const number = createTestCardNumber();
  await page.getByLabel("Card number").fill(number);
  return { number, hashedPan: createHash("sha256").update(number).digest("hex") };
}

export async function submitCard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add this card" }).click();
}

export async function confirmWithPin(page: Page, digits = pin): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(/PIN/).fill(digits);
  await sheet.getByRole("button", { name: /with PIN$/ }).click();
}

export async function addCard(page: Page): Promise<{ number: string; hashedPan: string }> {
  const card = await typeTestCard(page);
  await submitCard(page);
  await confirmWithPin(page);
  await expect(page.getByText("Its key, in words")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  return card;
}

/**
 * To the list, and to a receipt in it; without a payment id, to the first. The list is the last visit's until the service
 * has answered: what was paid since is asked for by its id.
 */
export async function goToReceipt(page: Page, paymentId = ""): Promise<void> {
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await page.locator(`a[href^='/wallet/receipts/${paymentId}']`).first().click();
  await expect(page.getByRole("button", { name: "Open on this device" })).toBeVisible();
}

/** By keyboard, which opens at once: a pointer has to hold the seal. */
export async function openReceipt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open on this device" }).press("Enter");
}
