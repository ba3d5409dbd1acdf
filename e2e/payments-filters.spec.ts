import { expect, type Page } from "@playwright/test";
import { chooseFilter, chooseTime, filterButton, openFilter } from "./choose-filter.ts";
import { test } from "./filled-shop.ts";
import { lookOver } from "./look-over.ts";
import { moreAction } from "./more-actions.ts";
import { path, rows } from "./payment-rows.ts";

test("filters, and keeps the filters in the address", { tag: "@phone-long" }, async ({ page }) => {
  await page.goto(path);
  await expect(rows(page)).toHaveCount(25);
  await chooseFilter(page, "Status", "Failed");
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText("3 payments")).toBeVisible();
  await chooseFilter(page, "Gateway", "Gateway two");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("receipt-60-");
  await expect(page).toHaveURL(/\?status=failed&gateway=gateway_two$/);

  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await expect(filterButton(page, "Status")).toHaveText("Status: Failed");
  await lookOver(page);
  await page.getByRole("button", { name: "Remove the filter Gateway" }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(rows(page)).toHaveCount(25);
  await expect(page).toHaveURL(path);

  await chooseFilter(page, "Receipt", "Escrowed");
  await expect(rows(page)).toHaveCount(12);
  await chooseTime(page, "Last 7 days");
  await expect(rows(page)).toHaveCount(5);

  const { day, count } = await middleOfSevenDays(page);
  await openFilter(page, "Time");
  await page.getByLabel("From").fill(day);
  // In Firefox, a narrower field cuts the year off.
  const widths = await page
    .locator("input[type=date]")
    .evaluateAll((fields) =>
      fields.map(
        (field) => field.clientWidth / Number.parseFloat(getComputedStyle(field).fontSize),
      ),
    );
  expect(Math.min(...widths)).toBeGreaterThan(10.4);
  await expect(page).toHaveURL(new RegExp(`time=custom&from=${day}$`));
  await expect(rows(page)).toHaveCount(count);
});

test("takes a day that is typed digit by digit", async ({ page }) => {
  await page.goto(path);
  await expect(rows(page)).toHaveCount(25);
  await openFilter(page, "Time");
  const from = page.getByLabel("From");
  await from.pressSequentially("03102026");
  await expect(page).toHaveURL(/time=custom&from=2026-03-10$/);
  await expect(from).toHaveValue("2026-03-10");

  await page.getByRole("dialog", { name: "Time" }).getByLabel("Span").selectOption("Last 7 days");
  await expect(page).toHaveURL(/\?time=7d$/);
  await expect(from).toHaveValue("");
});

test("does not keep a day that another choice overtakes at once", async ({ page }) => {
  await page.goto(path);
  await expect(rows(page)).toHaveCount(25);
  await openFilter(page, "Time");
  const from = page.getByLabel("From");
  const span = page.getByRole("dialog", { name: "Time" }).getByLabel("Span");
  // Both in one task: the page has not followed the first when the second comes.
  await from.evaluate(
    (day, select) => {
      const change = (element: object, type: HTMLElement, value: string, name: string) => {
        Object.getOwnPropertyDescriptor(element, "value")?.set?.call(type, value);
        type.dispatchEvent(new Event(name, { bubbles: true }));
      };
      if (!(day instanceof HTMLElement && select instanceof HTMLElement)) return;
      change(HTMLInputElement.prototype, day, "2026-03-10", "input");
      change(HTMLSelectElement.prototype, select, "7d", "change");
    },
    await span.elementHandle(),
  );
  await expect(page).toHaveURL(/\?time=7d$/);
  await expect(from).toHaveValue("");
});

test("finds a payment by its id or the end of it, and by the beginning of its references", async ({
  page,
}) => {
  await page.goto(path);
  const paymentId = (await rows(page).nth(4).locator(".font-mono").first().textContent()) ?? "";
  const search = page.getByLabel("Search", { exact: true });
  await search.fill(paymentId);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("receipt-56-");

  await search.fill(paymentId.slice(-8).toUpperCase());
  await search.press("Enter");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText("receipt-56-");
  await search.fill("transaction-4");
  await search.press("Enter");
  await expect(rows(page)).toHaveCount(11);
  await search.fill("4242 4242 4242 4242");
  await search.press("Enter");
  await expect(page.getByText("looks like a card number")).toBeVisible();
  await expect(page).toHaveURL(/search=transaction-4$/);
  await search.fill("nobody");
  await expect(page.getByText("No matching payments")).toBeVisible();
  await lookOver(page);
  await page.getByRole("button", { name: "Clear filters" }).first().click();
  await expect(search).toHaveValue("");
  await expect(rows(page)).toHaveCount(25);
});

test("filters by amount in any currency or one, and says at the field what is wrong", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto(`${path}?amountMin=ten`);
  const amount = await openFilter(page, "Amount");
  await expect(amount).toHaveAccessibleDescription("Amount must be an amount such as 18.40.");
  await expect(page.getByText("A filter is not valid")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(await moreAction(page, "Export CSV")).toBeDisabled();
  await page.keyboard.press("Escape");
  await openFilter(page, "Amount");
  await lookOver(page);

  await page.getByLabel("Minimum").fill("12,50");
  await expect(page.getByText("60 payments")).toBeVisible();
  const currency = page.getByLabel("Currency");
  await currency.selectOption("EUR");
  await expect(rows(page)).toHaveCount(15);
  await page.getByLabel("Minimum").fill("12.51");
  await expect(page.getByText("No matching payments")).toBeVisible();
  await page.getByLabel("Maximum").fill("9");
  await expect(page.getByLabel("Maximum")).toHaveAccessibleDescription(
    "Maximum must not be below the minimum.",
  );
  await page.goto(`${path}?status=paid`);
  await expect(filterButton(page, "Status")).toHaveAccessibleDescription(
    "Status must be one of these.",
  );

  await page.goto(path);
  await openFilter(page, "Amount");
  await page.getByLabel("Minimum").fill("12.5");
  await expect(page).toHaveURL(/\?amountMin=12.5$/);
  await expect(page.getByText("60 payments")).toBeVisible();
});

test("keeps columns and named filters, each environment its own", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto(`${path}?status=failed`);
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByRole("columnheader", { name: "Gateway" })).toBeHidden();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Gateway" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Gateway" })).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save this view…" }).click();
  await page.getByLabel("Name").fill("Refused");
  await lookOver(page);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Refused" })).toBeVisible();

  await page.goto(path);
  await expect(rows(page)).toHaveCount(25);
  await expect(page.getByRole("columnheader", { name: "Gateway" })).toBeVisible();
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Refused" }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Refused" }).click();
  await page.getByRole("menuitem", { name: "Delete “Refused”" }).click();
  await expect(page.getByRole("button", { name: "Views" })).toBeVisible();
});

/** A day in the middle of the listed payments, and how many of them are of that day or later. */
async function middleOfSevenDays(page: Page): Promise<{ day: string; count: number }> {
  const times = await rows(page)
    .locator("time")
    .evaluateAll((all) =>
      all.map((time) => new Date(time.getAttribute("datetime") ?? "").toLocaleDateString("en-CA")),
    );
  const day = times[Math.floor(times.length / 2)] ?? "";
  return { day, count: times.filter((one) => one >= day).length };
}
