import { expect } from "@playwright/test";
import { prisma } from "#lib/storage/database.ts";
import { withAppDatabase } from "./app-database.ts";
import { listenForNoise } from "./noise.ts";
import { test } from "./own-member.ts";
import { readLink } from "./read-mailbox.ts";

// A browser may block a site's data: both web storages then throw at the first touch.

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    }
  });
});

test("the consoles work with what they keep for as long as the page is open", async ({ page }) => {
  const noise = listenForNoise(page);
  await page.goto("/merchant/payments");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments");
  await page
    .getByRole("button", { name: /^Environment/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitemradio", { name: "Staging" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API keys");
  await expect(
    page.getByRole("button", { name: /^Environment/ }).filter({ visible: true }),
  ).toHaveText("Staging");

  await page.goto("/merchant/account");
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await expect(page.getByText(/GMT\+9/)).toBeVisible();
  expect(noise).toEqual([]);
});

test("a letter is read, and its link confirms an address", async ({ page, own }) => {
  const noise = listenForNoise(page);
  await withAppDatabase(async () => {
    await prisma().member.update({ where: { email: own.email }, data: { emailVerifiedAt: null } });
  });
  await page.goto("/merchant/payments");
  await page.getByRole("button", { name: "Send a confirmation" }).click();
  const link = await readLink(page.request, own.email);
  await page.goto("/mail");
  await page.getByRole("link", { name: own.email }).first().click();
  await expect(page.getByRole("article", { name: "Confirm your email address" })).toBeVisible();
  await page.goto(link);
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your address is confirmed");
  expect(noise).toEqual([]);
});
