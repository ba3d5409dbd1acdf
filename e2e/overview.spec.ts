import { expect, type Page } from "@playwright/test";
import { answerLate } from "./answer-late.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { reportFigure } from "./report-figure.ts";
import { weighScripts } from "./script-weight.ts";
import { makeMember, test } from "./signed-in.ts";

const path = "/merchant";
const budget = 250_000;

test("the first page of the console stays within its JavaScript", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  await pay(request, { origin });
  const scripts = weighScripts(page);
  await page.goto(path, { waitUntil: "networkidle" });
  await expect(page.getByRole("figure", { name: /^Payments of/ })).toBeVisible();
  const sum = await scripts.sum();
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(budget);
  reportFigure(`first page of the console: ${sum} bytes of JavaScript, compressed`);
});

test("begins with nothing, says what to do, and fills itself", async ({
  browser,
  openRequest,
  origin,
  viewport,
}) => {
  const request = await openRequest();
  const { state } = await makeMember(request, "merchant", { production: true });
  const context = await browser.newContext({ baseURL: origin, storageState: state, viewport });
  const page = await context.newPage();
  const noise = listenForNoise(page);
  await page.goto(path);
  const setup = page.getByRole("region", { name: "Getting started" });
  await expect(setup).toContainText("0 of 4 done");
  await expect(setup.getByRole("link", { name: "Open the terminal" })).toHaveAttribute(
    "href",
    "/terminal",
  );
  await expect(setup.getByRole("link", { name: "Go to the quickstart" })).toHaveAttribute(
    "href",
    "/merchant/quickstart",
  );
  await expect(page.getByText("No payments yet")).toBeVisible();
  await expect(page.getByText("No payments in the last 24 hours")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the terminal" })).toHaveCount(2);
  await lookOver(page);
  await page.goto(`${path}?environment=production`);
  await expect(setup).toContainText("in their bank’s app");
  await expect(page.getByRole("link", { name: "Open the terminal" })).toHaveCount(0);
  await page.goto(`${path}?environment=development`);

  const { receiptId } = await pay(request, { origin });
  await expect(setup).toContainText("Take a payment, done");
  await expect(setup).toContainText("1 of 4 done");
  await expect(page.getByRole("link", { name: receiptId })).toBeVisible();

  await setup.getByRole("button", { name: "Dismiss" }).click();
  await expect(setup).toBeHidden();
  await page.reload();
  await expect(page.getByRole("link", { name: receiptId })).toBeVisible();
  await expect(setup).toBeHidden();
  expect(noise).toEqual([]);
  await context.close();
});

test("shows the figures of a range, which stands in the address", async ({
  browser,
  playwright,
  origin,
  viewport,
}) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  const { state } = await makeMember(request);
  await pay(request, { origin });
  await pay(request, { origin, fields: { currency: "kwd", amount: 1500 } });
  await pay(request, { origin });
  const paymentMethod = "pm_card_chargeDeclined";
  await pay(request, { origin, fields: { paymentMethod }, status: 402 });

  const context = await browser.newContext({ baseURL: origin, storageState: state, viewport });
  const page = await context.newPage();
  const noise = listenForNoise(page);
  await page.goto(path);
  await expect(figure(page, "Volume in USD")).toContainText("$25.00");
  await expect(figure(page, "Payments")).toContainText("4");
  await expect(figure(page, "Approval rate")).toContainText("75%");
  await expect(figure(page, "Receipts sealed")).toContainText("0");
  await expect(page.getByRole("region", { name: "Receipts" })).toContainText("3100%");
  const chart = page.getByRole("figure", { name: "Payments of the last 24 hours" });
  await expect(chart.getByRole("table")).toContainText("Approved");
  await expect(chart.locator("rect").first()).toBeVisible();
  await lookOver(page);

  await page.getByLabel("Currency of the volume").selectOption("KWD");
  await expect(figure(page, "Volume in KWD")).toContainText("1.500");
  await page.getByRole("radio", { name: "7 days" }).click();
  await expect(page).toHaveURL(/\?currency=kwd&range=7d$/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "7 days" })).toBeChecked();
  await expect(figure(page, "Volume in KWD")).toContainText("1.500");

  await page.goto(`${path}?environment=staging`);
  await expect(figure(page, "Payments")).toContainText("0");
  await expect(page.getByText("No payments yet")).toBeVisible();
  expect(noise).toEqual([]);
  await context.close();
  await request.dispose();
});

test("a bar tells its figures to the mouse and to the arrow keys", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  await pay(request, { origin });
  await page.goto(path);
  const chart = page.getByRole("figure", { name: "Payments of the last 24 hours" });
  const figures = (approved: RegExp) =>
    chart.getByRole("listitem", { includeHidden: true }).filter({ hasText: approved });
  await chart.locator("svg").last().hover();
  await expect(figures(/^Approved[1-9]/)).toBeVisible();
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(figures(/^Approved\d/)).toBeHidden();

  const time = chart.getByRole("slider", { name: "Time" });
  await time.focus();
  await expect(time).toHaveAttribute("aria-valuetext", /: Approved [1-9]\d*, Declined/);
  await expect(figures(/^Approved[1-9]/)).toBeVisible();
  await page.keyboard.press("Home");
  await expect(time).toHaveAttribute(
    "aria-valuetext",
    /: Approved 0, Declined 0, Open or canceled 0$/,
  );
  await expect(figures(/^Approved0$/)).toBeVisible();
  await lookOver(page);
  await time.blur();
  await expect(figures(/^Approved\d/)).toBeHidden();
});

test("draws loading, and one error for all parts, with another try", { tag: "@long" }, async ({
  page,
}) => {
  const figures = await answerLate(page, /\/api\/console\/(overview\?|setup$|payments\?)/);
  await page.goto(path);
  await expect(page.getByText("Loading the figures")).toBeAttached();
  await expect(page.getByText("Loading the latest payments")).toBeAttached();
  await lookOver(page);

  await figures.refuse();
  const alerts = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  // One for all of them.
  await expect(alerts).toHaveCount(1);
  await lookOver(page);
  await figures.giveWay();
  await alerts.getByRole("button", { name: "Try again" }).click();
  await expect(alerts).toHaveCount(0);
  await expect(figure(page, "Payments")).toBeVisible();
  await expect(page.getByRole("region", { name: "Latest payments" })).toBeVisible();
});

test("keeps what it shows when a later request reaches nobody, and says so", {
  tag: "@long",
}, async ({ page }) => {
  await page.clock.install();
  await page.goto(path);
  await expect(figure(page, "Payments")).toBeVisible();
  await page.route("**/api/console/**", (route) => route.abort());
  const notice = page.getByRole("status").filter({ hasText: "What you see may be out of date." });
  // Until it has asked again, three times.
  await expect(async () => {
    await page.clock.runFor(2_000);
    await expect(notice).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(figure(page, "Payments")).toBeVisible();
  await lookOver(page);
  await page.unroute("**/api/console/**");
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toHaveCount(0);
});

/** A figure of the row at the top, by its name. */
function figure(page: Page, name: string) {
  return page
    .locator("dl > div")
    .filter({ has: page.locator("dt").getByText(name, { exact: true }) });
}
