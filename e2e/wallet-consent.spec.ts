import { expect } from "@playwright/test";
import { test } from "./signed-in.ts";
import { addAuthenticator } from "./wallet-page.ts";
import { addCard, confirmWithPin, goToReceipt, openReceipt, openSeeded } from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

test.use({ kind: "platform" });

test("the issuer sees how the cardholder consented: by PIN, and by passkey; both are sealed again", async ({
  page,
  request,
}) => {
  await addAuthenticator(page);
  await openSeeded(page, "/wallet");
  await page.getByRole("link", { name: "Security" }).click();
  const add = page.getByRole("button", { name: "Add a passkey" });
  await add.click();
  await confirmWithPin(page);
  await expect(add).toHaveCount(0);
  const { hashedPan } = await addCard(page);
  for (const _ of ["by PIN", "by passkey"]) await payWithCard(request, hashedPan);

  await goToReceipt(page);
  const granting = page.waitForRequest("**/keys/grant-access");
  await openReceipt(page);
  // As a prompt that nobody sees: it neither ends nor heeds its signal.
  await page.evaluate(() => {
    navigator.credentials.get = () => new Promise(() => undefined);
  });
  const sheet = page.getByRole("dialog");
  const usePasskey = sheet.getByRole("button", { name: "Allow once with your passkey" });
  await sheet.getByLabel("Keep it here, encrypted").press("Space");
  await usePasskey.click();
  await sheet.getByRole("button", { name: "Stop waiting" }).click();
  await expect(sheet).toContainText("You did not confirm");
  await expect(sheet.getByLabel(/PIN/)).toBeFocused();
  await usePasskey.click();
  await expect(sheet).toContainText("Waiting for your passkey.");
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toBeVisible();
  await page.evaluate(() => Reflect.deleteProperty(navigator.credentials, "get"));
  await page.getByRole("link", { name: "All receipts" }).click();
  await page.getByRole("link", { name: /Sealed receipt/ }).click();
  await openReceipt(page);
  await usePasskey.click();
  await expect(page.locator(".print-slip")).toBeVisible();

  await page.goto("/wallet");
  const rows = page.getByRole("link", { name: /Sealed receipt/ });
  await expect(rows.filter({ hasText: "Opened before" })).toHaveCount(2);
  await rows.first().click();
  await expect(page.getByText("opening it again takes your confirmation")).toBeVisible();

  const { userId } = (await granting).postDataJSON();
  await page.goto(`/issuer/cardholders/${userId}`);
  const grants = page.getByRole("table", { name: "Grants" }).getByRole("row");
  await expect(grants.nth(1)).toContainText("Opened");
  await expect(grants.nth(1)).toContainText("Passkey");
  await expect(grants.nth(2)).toContainText("Opened");
  await expect(grants.nth(2)).toContainText("PIN");
});
