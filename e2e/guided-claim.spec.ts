import { expect, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { confirm, paper, seed, walk } from "./walk-visit.ts";

test("the receipt of a card that no wallet has comes by the code on the till", {
  tag: "@phone",
}, async ({ page }) => {
  const noise = listenForNoise(page);
  await seed(page);
  await page.goto("/demo");
  await walk(page);
  await page.getByRole("button", { name: "Buy something else" }).click();
  await lookOver(page);
  await page.getByRole("button", { name: "Pay with a card that no wallet has" }).click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("The till shows a code");
  const code = page.getByRole("img", { name: "QR code of this receipt" });
  await expect(code).toBeVisible();
  await lookOver(page);
  // The till still shows it after a reload.
  await page.reload();
  await expect(code).toBeVisible();
  await page.getByRole("button", { name: "Scan it" }).click();
  await expect(title).toHaveText("The receipt is yours now");
  await expect(code).toHaveCount(0);
  await page.getByRole("radio", { name: "Code", exact: true }).check();
  await expect(page.getByText("POST /api/v1/receipts/claim")).toBeVisible();
  await lookOver(page);

  await page.getByRole("button", { name: "Open on this device" }).press("Enter");
  await confirm(page);
  await expect(paper(page)).toBeVisible();
  expect(noise).toEqual([]);
});
