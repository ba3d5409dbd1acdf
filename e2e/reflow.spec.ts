import { expect, type Page } from "@playwright/test";
import { test } from "./filled-shop.ts";
import { confirm, paper, seed } from "./walk-visit.ts";

const smallest = { width: 320, height: 640 };
const phone = { width: 390, height: 844 };
const tablet = { width: 820, height: 1180 };

/** WCAG 1.4.10 and 1.4.4: nothing scrolls sideways at 320 pixels, on a tablet, nor on a phone whose text is twice as large. */
async function expectToReflow(page: Page): Promise<void> {
  await page.setViewportSize(phone);
  await scaleText(page, 2);
  await expectNothingBeside(page, "text at 200 %");
  await scaleText(page, 1);
  // Wide enough for the columns of a table, and for little else beside the navigation.
  await page.setViewportSize(tablet);
  await expectNothingBeside(page, "a tablet");
  await page.setViewportSize(smallest);
  await expectNothingBeside(page, "320 pixels wide");
}

async function expectNothingBeside(page: Page, when: string): Promise<void> {
  const measure = () =>
    [document.documentElement, ...document.querySelectorAll("[role=dialog], dialog")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    );
  await expect
    .poll(async () => Math.max(...(await page.evaluate(measure))), `${when}: ${page.url()}`)
    .toBe(0);
}

async function scaleText(page: Page, factor: number): Promise<void> {
  await page.evaluate((percent) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${percent}% !important }`);
    document.adoptedStyleSheets = [sheet];
  }, factor * 100);
}

test.describe("for a stranger", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("the way to the receipt, and the wallet, fit", async ({ page }) => {
    await page.goto("/");
    await expectToReflow(page);
    await page.goto("/sign-up");
    await expectToReflow(page);
    for (const path of ["/docs", "/docs/errors-and-retries", "/docs/playground", "/status"]) {
      await page.goto(path);
      await expectToReflow(page);
    }
    await page.setViewportSize(smallest);
    await page.goto("/docs/reference");
    await expectNothingBeside(page, "320 pixels wide");
    await seed(page);
    await page.goto("/demo");
    const tap = page.getByRole("button", { name: /Tap to pay/ });
    await expect(tap).toBeVisible();
    await expectToReflow(page);
    await tap.click();
    const add = page.getByRole("button", { name: "Add to wallet" });
    await expect(add).toBeVisible();
    await expectToReflow(page);
    await add.click();
    await expect(page.getByRole("dialog").getByLabel(/PIN/)).toBeVisible();
    await expectToReflow(page);
    await confirm(page);
    const allow = page.getByRole("button", { name: "Allow once" });
    await expect(allow).toBeVisible();
    await expectToReflow(page);
    await allow.press("Enter");
    await expect(paper(page)).toBeVisible();
    await expectToReflow(page);

    await page.goto("/wallet");
    await expect(page.getByRole("link", { name: /Sealed receipt/ })).toBeVisible();
    await expectToReflow(page);
    await page.goto("/wallet/vault");
    const keep = page.getByRole("button", { name: "Keep opened receipts on this device" });
    await expect(keep).toBeVisible();
    await expectToReflow(page);
    await keep.click();
    await expect(page.getByRole("dialog").getByLabel(/PIN/)).toBeVisible();
    await expectToReflow(page);
  });
});

test("the console of a merchant and its till fit", { tag: "@long" }, async ({ page }) => {
  for (const [path, heading] of [
    ["/merchant", "Overview"],
    ["/merchant/payments", "Payments"],
    ["/merchant/keys", "API keys"],
    ["/merchant/webhooks", "Webhooks"],
    ["/merchant/events", "Events"],
    ["/terminal", "Blue Door Coffee"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
    await expectToReflow(page);
  }
  await page.getByRole("button", { name: /^Flat white/ }).click();
  await page.getByRole("button", { name: /^Charge/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Which card pays?");
  await expectToReflow(page);
});
