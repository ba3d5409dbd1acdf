import { expect } from "@playwright/test";
import { test } from "./signed-in.ts";
import { addAuthenticator } from "./wallet-page.ts";
import { addCard, confirmWithPin, goToReceipt, openReceipt, openSeeded } from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

test.use({ kind: "platform" });

test("the issuer sees how the cardholder consented: by PIN, and by passkey", async ({
  page,
  request,
}) => {
  await addAuthenticator(page);
  await openSeeded(page, "/wallet");
  await page.getByRole("link", { name: "Vault" }).click();
  const add = page.getByRole("button", { name: "Add a passkey" });
  await add.click();
  await confirmWithPin(page);
  await expect(add).toHaveCount(0);
  const { hashedPan } = await addCard(page);
  for (const _ of ["by PIN", "by passkey"]) await payWithCard(request, hashedPan);

  await goToReceipt(page);
  const granting = page.waitForRequest("**/keys/grant-access");
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toBeVisible();
  await page.getByRole("link", { name: "All receipts" }).click();
  await page.getByRole("link", { name: /Sealed receipt/ }).click();
  await openReceipt(page);
  await page.getByRole("button", { name: "Confirm with your passkey" }).click();
  await expect(page.locator(".print-slip")).toBeVisible();

  const { userId } = (await granting).postDataJSON();
  await page.goto(`/issuer/cardholders/${userId}`);
  const grants = page.getByRole("table", { name: "Grants" }).getByRole("row");
  await expect(grants.nth(1)).toContainText("Opened");
  await expect(grants.nth(1)).toContainText("Passkey");
  await expect(grants.nth(2)).toContainText("Opened");
  await expect(grants.nth(2)).toContainText("PIN");
});
