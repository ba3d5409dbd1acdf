import { createHash } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { german } from "#lib/languages/german.ts";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { lookOver } from "./look-over.ts";
import { pin } from "./seed-vault.ts";
import { becomeIssuer } from "./wallet-screens.ts";
import { payLikeExample } from "./wallet-service.ts";

test.use({ locale: "de-DE" });

test("from a new wallet to an open receipt, all is German, until English is chosen", async ({
  page,
  request,
}) => {
  await becomeIssuer(page);
  await page.goto("/wallet");
  await page.getByLabel("Eine PIN für diese Wallet").fill(pin);
  await page.getByLabel("Dieselbe PIN noch einmal").fill(pin);
  await expectGerman(page);
  await page.getByRole("button", { name: "Diese PIN verwenden" }).click();
  await expect(page.getByText("Fügen Sie zuerst eine Karte hinzu")).toBeVisible();
  await expectGerman(page);

  await page.getByRole("link", { name: "Karte hinzufügen" }).click();
  const number = createTestCardNumber();
  await page.getByLabel("Kartennummer").fill(number);
  await expectGerman(page);
  await page.getByRole("button", { name: "Diese Karte hinzufügen" }).click();
  await expect(page.getByRole("dialog", { name: "Diese Karte hinzufügen?" })).toBeVisible();
  await expectGerman(page);
  await confirm(page, "Mit PIN bestätigen");
  await expect(page.getByRole("heading", { name: "Ihre Karte ist bereit" })).toBeVisible();
  await expectGerman(page);

  const paymentId = await payLikeExample(
    request,
    createHash("sha256").update(number).digest("hex"),
    "supermarket-berlin",
  );
  await page.getByRole("link", { name: "Belege", exact: true }).click();
  await page.locator(`a[href="/wallet/receipts/${paymentId}"]`).click();
  await page.getByRole("button", { name: "Auf diesem Gerät öffnen" }).press("Enter");
  await confirm(page, "Mit PIN einmal erlauben");
  const slip = page.locator(".print-slip");
  await expect(slip).toContainText("Gesamtbetrag");
  await expect(slip.getByRole("row").nth(1)).toHaveText("AMwSt 19\u00a0%4,870,925,79");
  await expectGerman(page);
  await lookOver(page);

  await page.getByRole("link", { name: "Sicherheit" }).click();
  await expect(page.getByRole("heading", { name: "So bestätigen Sie" })).toBeVisible();
  await expectGerman(page);
  await lookOver(page);

  await page.getByLabel("Sprache der Wallet").selectOption("English");
  await expect(page.getByRole("heading", { name: "How you confirm" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "How you confirm" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

async function confirm(page: Page, button: string): Promise<void> {
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel(/PIN/).fill(pin);
  await sheet.getByRole("button", { name: button }).click();
}

/** What is read and what is read out has none of the English sentences. */
async function expectGerman(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const text = await page.locator("body").ariaSnapshot();
  expect(english.filter((part) => text.includes(part))).toEqual([]);
}

/** Whole sentences, or what stands between their placeholders, as far as it is more than a word. */
const english = Object.entries(german)
  .filter(([sentence, translation]) => sentence !== translation)
  .flatMap(([sentence]) => sentence.split(/\{\w+\}/))
  .map((part) => part.trim())
  .filter((part) => part.length > 7 && part.includes(" "));
