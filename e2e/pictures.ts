import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { signIn } from "./signed-in.ts";
import { expectOnReader, openTerminal, ringUp, tap, typeCard } from "./terminal-page.ts";
import { addAuthenticator } from "./wallet-page.ts";
import { openReceipt, submitCard, typeTestCard } from "./wallet-screens.ts";

// The pictures of the README, taken from the demo that a first start makes, with its thirty days: `npm run pictures`.

const root = join(import.meta.dirname, "..");
const dataDir = process.env.E2E_DATA_DIR ?? "";
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const sizes = [
  [desk, ""],
  [phone, "-phone"],
] as const;

test.describe.configure({ mode: "serial" });

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("a purchase, from the till to the receipt", async ({ page, baseURL }) => {
      await enter(page, "platform", baseURL);
      await page.setViewportSize(phone);
      await addAuthenticator(page);
      await page.goto("/wallet");
      await page.getByRole("button", { name: /Use a passkey/ }).click();
      const { number } = await typeTestCard(page);
      await submitCard(page);
      const confirm = page.getByRole("button", { name: /with your passkey$/ });
      await confirm.click();
      await expect(page.getByText("Your card is ready")).toBeVisible();

      await openTerminal(page);
      await ringUp(page);
      await typeCard(page, number);
      await tap(page);
      await expectOnReader(page, "Approved");
      await shoot(page, `1-till-${colorScheme}`);

      await page.goto("/wallet");
      await expect(page.getByText("Sealed", { exact: true })).toBeVisible();
      await shoot(page, `2-sealed-${colorScheme}`);
      await page.locator("a[href^='/wallet/receipts/']").first().click();
      await openReceipt(page);
      await expect(confirm).toBeVisible();
      await shoot(page, `3-consent-${colorScheme}`);
      await confirm.click();
      await expect(page.locator(".print-slip")).toBeVisible();
      await shoot(page, `4-opened-${colorScheme}`);
      await page.getByRole("button", { name: /Behind the scenes/ }).click();
      await expect(
        page.getByText("/payments/envelope").filter({ visible: true }).first(),
      ).toBeVisible();
      await shoot(page, `5-behind-${colorScheme}`);
    });

    test("the merchant's console", async ({ page, baseURL }) => {
      await enter(page, "merchant", baseURL);
      for (const [size, suffix] of sizes) {
        await page.setViewportSize(size);
        await show(page, "/merchant", `overview${suffix}-${colorScheme}`);
        await show(page, "/merchant/payments", `payments${suffix}-${colorScheme}`);
        await page.locator("a[href^='/merchant/payments/pay_']").first().click();
        await expect(page.getByRole("heading", { name: "Timeline" })).toBeVisible();
        await shoot(page, `payment${suffix}-${colorScheme}`);
      }
    });

    test("the issuer's console", async ({ page, baseURL }) => {
      await enter(page, "issuer", baseURL);
      for (const [size, suffix] of sizes) {
        await page.setViewportSize(size);
        await show(page, "/issuer", `issuer${suffix}-${colorScheme}`);
      }
    });
  });
}

type Login = "merchant" | "issuer" | "platform";

/** As one of the demo's organizations: the platform has the till and the wallet, the others a history. */
async function enter(page: Page, login: Login, origin = ""): Promise<void> {
  const { logins } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8"));
  await signIn(page.request, logins[login]);
  await page.goto(origin);
}

async function show(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  await shoot(page, name);
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  const path = join(root, "public", "pictures", `${name}.png`);
  await page.screenshot({ path, animations: "disabled" });
}
