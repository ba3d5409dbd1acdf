import { expect } from "@playwright/test";
import { chooseFilter } from "./choose-filter.ts";
import { test } from "./filled-shop.ts";
import { lookOver } from "./look-over.ts";
import { moreAction } from "./more-actions.ts";
import { listenForNoise } from "./noise.ts";
import { openPalette } from "./open-palette.ts";

test("finds pages, payments, and actions from one field, by keyboard", {
  tag: "@phone-long",
}, async ({ page, isMobile }) => {
  const noise = listenForNoise(page);
  await page.goto("/merchant/keys");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("API keys");
  const field = page.getByRole("combobox", { name: "Search and commands" });
  if (isMobile) await page.getByRole("button", { name: "Search and commands" }).click();
  else await openPalette(page);
  await expect(field).toBeFocused();
  await field.fill("ECEIPT-7-");
  const found = page.getByRole("option", { name: /receipt-7-/ });
  await expect(found).toHaveAttribute("aria-selected", "true");
  await lookOver(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/merchant\/payments\/pay_/);

  await page.keyboard.press("Control+k");
  await field.fill("nothing like this");
  await expect(page.getByRole("dialog")).toContainText("Nothing found.");
  await field.fill("4242 4242 4242 4242");
  await expect(page.getByRole("dialog")).toContainText("looks like a card number");
  await field.fill("request l");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/merchant/requests");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Control+k");
  await field.fill("environment");
  await page.keyboard.press("ArrowDown");
  const chosen = page.getByRole("option", { selected: true });
  await expect(chosen).toHaveText("Switch environment to staging");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("button", { name: /^Environment/ }).filter({ visible: true }),
  ).toHaveText("Staging");
  await page.keyboard.press("Control+k");
  await field.fill("create an");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Create an API key" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/merchant/keys");
  expect(noise).toEqual([]);
});

test("opens nothing that was found for an earlier text", async ({ page }) => {
  await page.goto("/merchant/keys");
  const field = await openPalette(page);
  await field.fill("ECEIPT-7-");
  const earlier = page.getByRole("option", { name: /receipt-7-/ });
  await expect(earlier).toHaveAttribute("aria-selected", "true");

  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/console\/search\?.*ECEIPT-8-/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await field.fill("ECEIPT-8-");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("Searching…");
  await expect(earlier).toBeDisabled();
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await expect(page).toHaveURL("/merchant/keys");

  held.resolve();
  const found = page.getByRole("option", { name: /receipt-8-/ });
  await expect(found).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/merchant\/payments\/pay_/);
});

test("goes and walks with single keys, until they are switched off", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto("/merchant");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");
  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page).toHaveURL("/merchant/payments");
  const rows = page.getByRole("table", { name: "Payments" }).locator("tbody tr");
  await expect(rows).toHaveCount(25);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await expect(rows.nth(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search", { exact: true })).toBeFocused();
  await page.keyboard.type("j?");
  await expect(page.getByLabel("Search", { exact: true })).toHaveValue("j?");
  await page.keyboard.press("Tab");

  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toContainText("API keys");
  await lookOver(page);
  await sheet.getByText("Use single-key shortcuts").click();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("g");
  await page.keyboard.press("k");
  await chooseFilter(page, "Status", "Failed");
  await expect(page).toHaveURL(/\/merchant\/payments\?/);
});

test("saves any list as a file", { tag: "@long" }, async ({ page }) => {
  for (const [path, file] of [
    ["keys", /^api-keys-development-/],
    ["requests", /^requests-development-/],
    ["team", /^members-/],
  ] as const) {
    await page.goto(`/merchant/${path}`);
    const downloaded = page.waitForEvent("download");
    await (await moreAction(page, "Export CSV")).click();
    expect((await downloaded).suggestedFilename()).toMatch(file);
  }
});
