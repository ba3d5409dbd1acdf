import { expect, type Page } from "@playwright/test";
import { findLateFiles, loseLateFiles } from "./late-files.ts";
import { lookOver } from "./look-over.ts";
import { test } from "./signed-in.ts";
import { enterWallet } from "./wallet-screens.ts";

test("a dialog that is gone after an upgrade asks for a reload, and the page stays", async ({
  page,
}) => {
  await page.goto("/merchant/keys");
  const create = page.getByRole("button", { name: "Create a key" }).first();
  await expect(create).toBeVisible();
  await loseLateFiles(page);
  const loads = countLoads(page);
  await create.click();
  await expect(newVersion(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();
  await lookOver(page);
  expect(loads()).toBe(0);

  await findLateFiles(page);
  await newVersion(page).getByRole("button", { name: "Reload the page" }).click();
  await create.click();
  await expect(page.getByRole("dialog", { name: "Create an API key" })).toBeVisible();
});

test("a form that is gone says so inside its dialog, and a menu at the lower edge", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/merchant/team");
  const invite = page.getByRole("button", { name: "Invite" }).first();
  await expect(invite).toBeVisible();
  await loseLateFiles(page);
  await page.getByRole("button", { name: /^Account/ }).click();
  await expect(newVersion(page)).toBeVisible();
  await lookOver(page);
});

test("a service that is away is not taken for a new version, and another try helps", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/merchant/keys");
  const create = page.getByRole("button", { name: "Create a key" }).first();
  await expect(create).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.route("**/_next/static/chunks/**", (route) => route.abort("connectionreset"));
  await create.click();
  const away = page.getByRole("alert").filter({ hasText: "The service cannot be reached" });
  await expect(away).toBeVisible();
  await findLateFiles(page);
  await away.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Create an API key" })).toBeVisible();
});

test("a link whose page another build answers loads that page as a document", async ({ page }) => {
  await page.goto("/merchant/keys");
  const link = page.getByRole("link", { name: "Team" });
  await expect(link).toBeVisible();
  await page.waitForLoadState("networkidle");
  // Another build names itself in what it answers to the router.
  await page.route(/_rsc=/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"b":"[^"]+"/, '"b":"another-build"');
    await route.fulfill({ response: answer, body });
  });
  const loads = countLoads(page);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Team" })).toBeVisible();
  expect(loads()).toBe(1);
});

test("a page whose own files are gone asks for a reload", { tag: "@long" }, async ({ page }) => {
  await page.goto("/merchant/keys");
  const link = page.getByRole("link", { name: "Settings" });
  await expect(link).toBeVisible();
  await loseLateFiles(page);
  await link.click();
  await expect(page.getByText("A new version may be here: reload the page.")).toBeVisible();
  await findLateFiles(page);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
});

test("a screen of the wallet that is gone asks for a reload", async ({ page }) => {
  await enterWallet(page);
  await loseLateFiles(page);
  await page.getByRole("link", { name: "Security" }).click();
  await expect(newVersion(page)).toBeVisible();
  await lookOver(page);
  await findLateFiles(page);
  await newVersion(page).getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
});

function newVersion(page: Page) {
  return page.getByRole("alert").filter({ hasText: "A new version is here" });
}

/** How many documents were loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}
