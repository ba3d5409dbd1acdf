import { createHash } from "node:crypto";
import { expect, type Page } from "@playwright/test";

/** Opens the terminal in its first shop. */
export async function openTerminal(page: Page): Promise<void> {
  await page.goto("/terminal");
  await expect(page.getByRole("heading", { level: 1, name: "Blue Door Coffee" })).toBeVisible();
}

/** Rings up two flat whites, $9.50 and 84 cents of tax. */
export async function ringUp(page: Page): Promise<void> {
  const key = page.getByRole("button", { name: /^Flat white/ });
  await key.click();
  await key.click();
  await page.getByRole("button", { name: /^Charge/ }).click();
  await expect(page.getByRole("heading", { name: "Which card pays?" })).toBeFocused();
}

/** Rings something up, and picks a test card and what the gateway is to do. */
export async function prepare(page: Page, outcome?: string): Promise<void> {
  await openTerminal(page);
  await ringUp(page);
  await pickCard(page, "4242");
  if (outcome) await page.getByRole("radio", { name: outcome }).check();
}

export async function pickCard(page: Page, last4: string): Promise<void> {
  await page.getByRole("group", { name: "Test card" }).getByRole("radio", { name: last4 }).check();
  await expect(page.getByText("Hashed on this page.")).toBeVisible();
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: "Type a card number" }).check();
  await page.getByLabel("Card number", { exact: true }).fill(number);
  await page.getByLabel("Card number", { exact: true }).press("Enter");
}

/** A phone that has the card of this number in it. */
export async function pickPhone(page: Page, last4: string): Promise<void> {
  await page.getByRole("radio", { name: "Tap with a phone" }).check();
  await page.getByRole("radio", { name: last4 }).check();
  await expect(page.getByText("a device number that the shop has never seen")).toBeVisible();
}

export async function typePhoneNumber(page: Page, number: string): Promise<void> {
  await page.getByRole("radio", { name: "Type a phone number" }).check();
  await page.getByLabel("Phone number", { exact: true }).fill(number);
  await page.getByLabel("Phone number", { exact: true }).press("Enter");
}

/** With a card, or with a phone. */
export async function tap(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Tap (card|phone)/ }).click();
}

/** The words on the reader. */
export async function expectOnReader(page: Page, word: string): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: "$" })).toContainText(word);
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
