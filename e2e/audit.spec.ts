import { expect } from "@playwright/test";
import { chooseFilter } from "./choose-filter.ts";
import { lookOver } from "./look-over.ts";
import { moreAction } from "./more-actions.ts";
import { listenForNoise } from "./noise.ts";
import { test } from "./signed-in.ts";

test.use({ kind: "platform" });

test("finds an act, opens it, and leads on to others", async ({ page }) => {
  const noise = listenForNoise(page);
  await page.goto("/merchant/settings");
  await page.getByLabel("Name", { exact: true }).fill("Corner Bakery");
  const renamed = page.waitForResponse(/\/api\/console\/organization$/);
  await page.getByRole("button", { name: "Rename" }).click();
  await renamed;

  await page.goto("/merchant/audit");
  const rows = page.getByRole("table", { name: "Audit trail" }).getByRole("row");
  await expect(rows.filter({ hasText: "Renamed the organization" })).toHaveCount(1);
  await lookOver(page);
  await chooseFilter(page, "Action", "Renamed the organization");
  await expect(page).toHaveURL(/\?action=organization\.renamed$/);
  await expect(rows.filter({ hasText: "Renamed" })).toHaveCount(1);

  await rows.filter({ hasText: "Renamed" }).getByRole("link").click();
  await expect(page).toHaveURL(/\/merchant\/audit\/aud_\w+\?action=/);
  const panel = page.getByRole("dialog", { name: "Renamed the organization" });
  await expect(panel).toContainText(/before: .*after: Corner Bakery/);
  await lookOver(page);
  await page.reload();
  await expect(panel).toContainText("Corner Bakery");
  await panel.getByRole("link", { name: "Everything by this actor" }).click();
  await expect(page).toHaveURL(/\/merchant\/audit\?actor=mem_/);
  await expect(rows.filter({ hasText: "Renamed" })).toHaveCount(1);
  expect(noise).toEqual([]);
});

test("saves the trail as CSV and as JSON Lines, in the issuer's console, too", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/issuer/audit");
  for (const [action, name] of [
    ["Export CSV", /^audit-\d{4}-\d\d-\d\d\.csv$/],
    ["Export JSON Lines", /^audit-\d{4}-\d\d-\d\d\.jsonl$/],
  ] as const) {
    const downloaded = page.waitForEvent("download");
    await (await moreAction(page, action)).click();
    expect((await downloaded).suggestedFilename()).toMatch(name);
  }
});

test("says that nothing matches, and clears the filters", { tag: "@long" }, async ({ page }) => {
  await page.goto("/merchant/audit?target=ak_nobody");
  await expect(page.getByText("Nothing matches these filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/merchant/audit");
});

test("lists nothing while a filter is not on the list", { tag: "@long" }, async ({ page }) => {
  for (const [path, message] of [
    ["audit?action=made.coffee", "Action must be one of these."],
    ["requests?error=cold_coffee", "Error code must be one of these."],
  ] as const) {
    await page.goto(`/merchant/${path}`);
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByText("A filter is not valid")).toBeVisible();
    await expect(await moreAction(page, "Export CSV")).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("table")).toHaveCount(0);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(page.getByText("A filter is not valid")).toBeHidden();
    await expect(await moreAction(page, "Export CSV")).toBeEnabled();
  }
});
