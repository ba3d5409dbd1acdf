import { readFile } from "node:fs/promises";
import { expect, type Locator } from "@playwright/test";
import { answerLate } from "./answer-late.ts";
import { test } from "./filled-shop.ts";
import { lookOver } from "./look-over.ts";
import { moreAction } from "./more-actions.ts";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { path, rows } from "./payment-rows.ts";
import { makeMember } from "./signed-in.ts";

test("goes through the pages and back, the newest first", { tag: "@phone-long" }, async ({
  page,
  isMobile,
}) => {
  const noise = listenForNoise(page);
  await page.goto(path);
  await expect(rows(page)).toHaveCount(25);
  if (isMobile) await expectTwoLines(rows(page).nth(1));
  await expect(page.getByText("60 payments")).toBeVisible();
  await expect(page.getByText("$537.50 + €150.00 paid")).toBeVisible();
  await expect(rows(page).first()).toContainText("receipt-60-");
  await lookOver(page);

  const pager = page.getByRole("navigation", { name: "Pages of payments" });
  await expect(pager.getByRole("button", { name: "Newer" })).toBeDisabled();
  await pager.getByRole("button", { name: "Older" }).click();
  await expect(rows(page).first()).toContainText("receipt-35-");
  await pager.getByRole("button", { name: "Older" }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(pager.getByRole("button", { name: "Older" })).toBeDisabled();
  await pager.getByRole("button", { name: "Newer" }).click();
  await expect(rows(page).first()).toContainText("receipt-35-");
  await page.getByRole("button", { name: "Back to the newest" }).click();
  await expect(rows(page).first()).toContainText("receipt-60-");
  expect(noise).toEqual([]);
});

test("offers new payments without moving what is read", async ({
  browser,
  openRequest,
  origin,
}) => {
  const request = await openRequest();
  const { state } = await makeMember(request);
  const { receiptId } = await pay(request, { origin });
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  await page.goto(path);
  await expect(rows(page)).toHaveCount(1);
  await pay(request, { origin });
  await pay(request, { origin });
  const news = page.getByRole("button", { name: "2 new payments" });
  await expect(news).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(receiptId);
  await news.click();
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText("3 payments")).toBeVisible();
  await expect(news).toBeHidden();
  await context.close();
});

test("exports what the filters let through", async ({ page }) => {
  const noise = listenForNoise(page);
  await page.clock.install();
  await page.addInitScript(() => {
    const revoke = URL.revokeObjectURL.bind(URL);
    const revoked: string[] = [];
    Object.assign(globalThis, { revoked });
    URL.revokeObjectURL = (url) => {
      revoked.push(url);
      revoke(url);
    };
  });
  await page.goto(`${path}?status=failed`);
  await expect(rows(page)).toHaveCount(3);
  const downloaded = page.waitForEvent("download");
  await (await moreAction(page, "Export CSV")).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^payments-development-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain("paymentId,createdAt,status,declineCode");
  for (const line of lines.slice(1)) expect(line).toContain(",failed,card_declined,");
  await expect(page.getByText("3 payments exported")).toBeVisible();
  // Safari on a phone reads the file once its owner has agreed.
  const countRevoked = () => page.evaluate(() => Reflect.get(globalThis, "revoked").length);
  expect(await countRevoked()).toBe(0);
  await page.clock.fastForward("01:00");
  expect(await countRevoked()).toBe(1);
  expect(noise).toEqual([]);
});

test("an export can be cancelled, and one that fails says so", { tag: "@long" }, async ({
  page,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/payments/export*", async (route) => {
    await held.promise;
    await route.abort();
  });
  const downloads: string[] = [];
  page.on("download", (download) => downloads.push(download.suggestedFilename()));
  await page.goto(path);
  await (await moreAction(page, "Export CSV")).click();
  await expect(page.getByRole("progressbar", { name: "Export" })).toBeVisible();
  await lookOver(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("progressbar")).toBeHidden();
  await expect(page.getByRole("alert").filter({ hasText: "exported" })).toBeHidden();

  held.resolve();
  await (await moreAction(page, "Export CSV")).click();
  const alert = page.getByRole("alert").filter({ hasText: "Nothing was exported" });
  await expect(alert).toContainText("The service is not responding.");
  await lookOver(page);
  await alert.getByRole("button", { name: "Dismiss" }).click();
  await expect(alert).toBeHidden();
  expect(downloads).toEqual([]);
});

test("opens a payment by keyboard", { tag: "@long" }, async ({ page }) => {
  await page.goto(path);
  const link = rows(page).first().getByRole("link");
  await link.focus();
  await page.keyboard.press("Tab");
  await expect(rows(page).nth(1).getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/merchant\/payments\/pay_/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("12.50");
});

test("shows another environment's payments never, and says so when there are none", async ({
  page,
}) => {
  await page.goto(`${path}?environment=staging`);
  await expect(page.getByText("No payments yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Take the first payment" })).toBeVisible();
  await expect(await moreAction(page, "Export CSV")).toBeDisabled();
  await page.keyboard.press("Escape");
  await lookOver(page);

  const held = Promise.withResolvers<void>();
  await page.goto(`${path}?environment=development`);
  await expect(rows(page)).toHaveCount(25);
  await page.route("**/api/console/payments?*", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page
    .getByRole("button", { name: /^Environment/ })
    .filter({ visible: true })
    .click();
  await page.getByRole("menuitemradio", { name: "Production" }).click();
  await expect(page.getByText("Loading payments")).toBeAttached();
  await expect(rows(page)).toHaveCount(0);
  held.resolve();
  await expect(page.getByText("No payments yet")).toBeVisible();
});

test("draws an error and another try", async ({ page }) => {
  const payments = await answerLate(page, "**/api/console/payments?*");
  await payments.refuse();
  await page.goto(path);
  const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(alert).toContainText("Not today.");
  await lookOver(page);
  await payments.giveWay();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(rows(page)).toHaveCount(25);
});

/** The reference and the amount on the first line, all the rest on the second. */
async function expectTwoLines(row: Locator): Promise<void> {
  const tops = await row
    .getByRole("cell")
    .filter({ visible: true })
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().top / 10)));
  const { height = 0 } = (await row.boundingBox()) ?? {};
  expect(new Set(tops).size).toBe(2);
  expect(height).toBeLessThan(80);
}
