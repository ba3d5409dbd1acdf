import { expect } from "@playwright/test";
import { test } from "./filled-shop.ts";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { path, rows } from "./payment-rows.ts";
import { makeMember } from "./signed-in.ts";

test("every column of the payments is in sight, from a tablet to a large screen", async ({
  page,
}) => {
  const noise = listenForNoise(page);
  await page.goto(path);
  await expect(rows(page)).toHaveCount(25);
  for (const width of [768, 820, 1024, 1100, 1120, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const frame = page.getByRole("table", { name: "Payments" }).locator("..");
    expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth), `${width}`).toBe(0);
    await expect(rows(page).first().getByRole("cell").last()).toBeInViewport({ ratio: 1 });
  }
  const heights = await rows(page).evaluateAll((all) =>
    all.map((row) => Math.round(row.getBoundingClientRect().height)),
  );
  expect(Math.max(...heights)).toBeLessThanOrEqual(45);
  expect(noise).toEqual([]);
});

test("the row that has the focus stands out", async ({ page }) => {
  await page.goto(path);
  await expect(rows(page)).toHaveCount(25);
  const colorOf = (place: number) =>
    rows(page)
      .nth(place)
      .evaluate((row) => getComputedStyle(row).backgroundColor);
  const plain = await colorOf(0);
  await page.keyboard.press("j");
  await expect(rows(page).first().getByRole("link")).toBeFocused();
  expect(await colorOf(0)).not.toBe(plain);
  await page.keyboard.press("j");
  expect(await colorOf(0)).toBe(plain);
  expect(await colorOf(1)).not.toBe(plain);
});

test("the sums of many currencies take one line, with the rest on request", {
  tag: "@long",
}, async ({ browser, playwright, origin, viewport }) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  const { state } = await makeMember(request);
  for (const currency of ["usd", "usd", "eur", "eur", "gbp", "kwd"]) {
    await pay(request, { origin, fields: { currency } });
  }
  const context = await browser.newContext({ baseURL: origin, storageState: state, viewport });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByText("6 payments€25.00 + $25.00 paid")).toBeVisible();
  await page.getByRole("button", { name: "2 more currencies" }).click();
  const sums = page.getByRole("dialog", { name: "Paid in each currency" });
  await expect(sums.getByRole("definition")).toHaveText([
    "€25.00",
    "$25.00",
    "£12.50",
    /KWD.1\.250/,
  ]);
  await Promise.all([context.close(), request.dispose()]);
});
