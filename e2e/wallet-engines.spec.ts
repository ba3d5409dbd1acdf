import { expect, type Page, test } from "@playwright/test";
import { listenForNoise } from "./noise.ts";
import { pin } from "./seed-vault.ts";
import {
  addCard,
  becomeIssuer,
  confirmWithPin,
  createWallet,
  enterWallet,
  goToReceipt,
  openReceipt,
} from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

// What other engines lack or do otherwise, simulated in Chromium.

test.describe("a device with settings that Intl refuses", () => {
  test.use({ timezoneId: "Asia/Tokyo", serviceWorkers: "allow" });

  test("crashes no page", async ({ page, request }) => {
    const noise = listenForNoise(page);
    await page.addInitScript(() => {
      const languages = ["C", "en-US@posix", "de-DE", "en-US"];
      Object.defineProperty(Navigator.prototype, "language", { get: () => languages[0] });
      Object.defineProperty(Navigator.prototype, "languages", { get: () => languages });
      // As Chromium reports it with TZ=Nowhere/Else.
      const { resolvedOptions } = Intl.DateTimeFormat.prototype;
      const { timeZone } = resolvedOptions.call(new Intl.DateTimeFormat());
      Intl.DateTimeFormat.prototype.resolvedOptions = function () {
        const options = resolvedOptions.call(this);
        return options.timeZone === timeZone ? { ...options, timeZone: "Etc/Unknown" } : options;
      };
    });
    await enterWallet(page);
    const { hashedPan } = await addCard(page);
    await payWithCard(request, hashedPan);
    await goToReceipt(page);
    await openReceipt(page);
    await confirmWithPin(page);
    await expect(page.locator(".print-slip")).toContainText(/12,90\s€/);
    await page.getByRole("link", { name: "All receipts" }).click();
    await expect(page.getByRole("link", { name: /Corner Bakery/ })).toBeVisible();
    await page.goto("/demo");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(noise).toEqual([]);
  });
});

test("a question about storage that stays open does not hold up the wallet", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { asked: 0 });
    StorageManager.prototype.persist = () => {
      Object.assign(globalThis, { asked: Reflect.get(globalThis, "asked") + 1 });
      return new Promise(() => undefined);
    };
  });
  await createWallet(page);
  expect(await page.evaluate(() => Reflect.get(globalThis, "asked"))).toBe(1);
});

test("a browser that does not say whether it has an authenticator gets a PIN", async ({ page }) => {
  await page.addInitScript(() => {
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable = () =>
      new Promise(() => undefined);
  });
  await createWallet(page);
});

test("a browser without that question gets a PIN", { tag: "@long" }, async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(PublicKeyCredential, "isUserVerifyingPlatformAuthenticatorAvailable");
  });
  await createWallet(page);
});

test("passkeys that give no key are not offered", async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(PublicKeyCredential, {
      getClientCapabilities: async () => ({ "extension:prf": false }),
    });
  });
  await becomeIssuer(page);
  await page.goto("/wallet");
  await expect(page.getByLabel("A PIN for this wallet")).toBeVisible();
  await expect(page.getByText("This browser’s passkeys cannot protect a key.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Use a passkey instead" })).toHaveCount(0);
});

test("a browser without passkeys is named as the reason, and the address is not", async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"));
  await becomeIssuer(page);
  await page.goto("/wallet");
  await expect(page.getByText("This browser has no passkeys.")).toBeVisible();
  await page.getByLabel("A PIN for this wallet").fill(pin);
  await page.getByLabel("The same PIN again").fill(pin);
  await page.getByRole("button", { name: "Use this PIN" }).click();
  await expect(page.getByText("First, add a card")).toBeVisible();
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByText("This browser has no passkeys.")).toBeVisible();
  await expect(page.getByText(/at this address/)).toHaveCount(0);
});

test("a new PIN is no password for a manager to generate", async ({ page }) => {
  await becomeIssuer(page);
  await page.goto("/wallet");
  for (const label of ["A PIN for this wallet", "The same PIN again"]) {
    await expect(page.getByLabel(label)).toHaveAttribute("autocomplete", "off");
  }
});

test("Safari says before a wallet is created that an app keeps its own keys", async ({ page }) => {
  await simulateSafari(page);
  await becomeIssuer(page);
  await page.goto("/wallet");
  await expect(page.getByText("to the Home Screen or the Dock first")).toBeVisible();
  await page.goto("/wallet?again#installed");
  await expect(page.getByText("save a backup there and restore it here")).toBeVisible();
});

test("Safari says when it deletes what a page stores", { tag: "@long" }, async ({ page }) => {
  await simulateSafari(page);
  await enterWallet(page);
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByText("Safari deletes it after seven days")).toBeVisible();
  await page.getByRole("button", { name: "Ask the browser to keep it" }).click();
  await expect(page.getByText("an installed app would begin empty")).toBeVisible();
});

async function simulateSafari(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(globalThis, { GestureEvent: class {} });
    Object.defineProperty(Navigator.prototype, "standalone", {
      get: () => location.hash === "#installed",
    });
    StorageManager.prototype.persisted = async () => false;
    StorageManager.prototype.persist = async () => false;
  });
}
