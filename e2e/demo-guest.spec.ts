import { expect, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { openPalette } from "./open-palette.ts";

test("a stranger looks around in a console of the demo, and leaves", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Look at the shop’s console" }).click();
  await expect(page).toHaveURL(/\/merchant$/);
  await expect(page.getByText("This is the demo.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Payments", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "API keys" })).toHaveCount(0);
  const keys = await page.request.get("/api/console/api-keys", {
    headers: { "X-Environment": "development" },
  });
  expect(keys.status()).toBe(403);
  await lookOver(page);
  await openPalette(page);
  await expect(page.getByRole("option", { name: "Payments", exact: true })).toBeVisible();
  await expect(page.getByRole("option", { name: "API keys" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/sign-in(\?|$)/);
});
