import { expect, type Page } from "@playwright/test";
import { pin, seedVault } from "./seed-vault.ts";

/** What is on a receipt once it is open. */
export const paper = (page: Page) => page.getByText("For returns, show this code.");

/** Puts a vault into the browser that the PIN opens, so that this costs nothing here. */
export async function seed(page: Page): Promise<void> {
  await page.goto("/example.json");
  await seedVault(page);
}

/** From the till to the paper, with a vault that is there. */
export async function walk(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Tap to pay/ }).click();
  await page.getByRole("button", { name: "Add to wallet" }).click();
  await confirm(page);
  await page.getByRole("button", { name: "Allow once" }).press("Enter");
  await expect(paper(page)).toBeVisible();
}

export async function confirm(page: Page): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(/PIN/).fill(pin);
  await sheet.getByRole("button", { name: /with PIN$/ }).click();
}
