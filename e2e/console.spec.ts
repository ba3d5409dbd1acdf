import { expect, type Page } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { makeMember, test } from "./signed-in.ts";

test.use({ production: true });

const path = "/merchant/gateways";

test("asks who is there, and brings back to the page that was asked for", async ({
  browser,
  member,
  origin,
}) => {
  const page = await browser.newPage({
    baseURL: origin,
    storageState: { cookies: [], origins: [] },
  });
  await page.goto(`${path}?environment=staging`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Code").fill(member.recoveryCodes?.pop() ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(path);
  await expect(switchOf(page)).toHaveText("Staging");
  await page.close();
});

test("keeps the environment of a tab, and marks real data", async ({ page }) => {
  await page.goto(path);
  await expect(switchOf(page)).toHaveText("Development");
  await switchOf(page).click();
  await page.getByRole("menuitemradio", { name: "Production" }).click();
  await expect(page.getByText("Real data", { exact: true })).toBeVisible();
  await page.reload();
  await expect(switchOf(page)).toHaveText("Production");

  const other = await page.context().newPage();
  await other.goto(`${path}?environment=development`);
  await expect(switchOf(other)).toHaveText("Development");
  await expect(other).toHaveURL(path);
  await page.reload();
  await expect(switchOf(page)).toHaveText("Production");
});

test("says within its frame that a page is not there", { tag: "@long" }, async ({ page }) => {
  for (const [missing, status] of [
    ["/merchant/nothing", 404],
    ["/merchant/nothing/at/all", 404],
    // One page for the list and its panel, which says so once it knows who asks.
    ["/merchant/keys/a/b", 200],
  ] as const) {
    expect((await page.goto(missing))?.status(), missing).toBe(status);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await expect(switchOf(page)).toBeVisible();
  }
  await lookOver(page);
  await page.getByRole("link", { name: "Go to the merchant console" }).click();
  await expect(page).toHaveURL("/merchant");
});

test("never shows one environment's answer in another", async ({ page }) => {
  await page.goto(path);
  await expect(page.getByRole("region", { name: "Gateway one" })).toBeVisible();
  const asked = page.waitForRequest("**/api/console/gateways");
  await switchOf(page).click();
  await page.getByRole("menuitemradio", { name: "Staging" }).click();
  expect((await asked).headers()["x-environment"]).toBe("staging");
});

test("keeps the theme that was chosen", { tag: "@long" }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(path);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitemradio", { name: "Dark" }).click();
  const paper = page.locator("body");
  await expect(paper).toHaveCSS("background-color", "rgb(22, 20, 17)");
  await page.reload();
  await expect(paper).toHaveCSS("background-color", "rgb(22, 20, 17)");
});

test("keeps it in a browser without a store of cookies", async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, "cookieStore"));
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(path);
  const paper = page.locator("body");
  for (const [choice, color] of [
    ["Dark", "rgb(22, 20, 17)"],
    ["System", "rgb(244, 241, 234)"],
  ] as const) {
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitemradio", { name: choice }).click();
    await page.reload();
    await expect(paper).toHaveCSS("background-color", color);
  }
});

test("can be walked through by keyboard", { tag: "@long" }, async ({ page }) => {
  const noise = listenForNoise(page);
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gateways");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();

  await switchOf(page).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "Development" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitemradio", { name: "Staging" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(switchOf(page)).toHaveText("Staging");
  await expect(switchOf(page)).toBeFocused();
  expect(noise).toEqual([]);
});

test("has its pages in a drawer on a phone", { tag: "@phone-only" }, async ({ page }) => {
  const noise = listenForNoise(page);
  await page.goto(path);
  await page.getByRole("button", { name: "Pages" }).click();
  const drawer = page.getByRole("dialog", { name: "Merchant console" });
  await expect(drawer.getByRole("link", { name: "Gateways" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await lookOver(page);
  await drawer.getByRole("link", { name: "Gateways" }).click();
  await expect(drawer).toBeHidden();
  expect(noise).toEqual([]);
});

test("signs out, and the session is over", { tag: "@phone-long" }, async ({
  browser,
  playwright,
  origin,
  isMobile,
}) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  const { state } = await makeMember(request);
  const page = await browser.newPage({ baseURL: origin, storageState: state });
  await page.goto(path);
  if (isMobile) await page.getByRole("button", { name: "Pages" }).click();
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto(path);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.close();
  await request.dispose();
});

test("tells an issuer that there is nothing of it here", { tag: "@long" }, async ({
  browser,
  playwright,
  origin,
}) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  const { state, organizationName } = await makeMember(request, "issuer");
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Not in the merchant console");
  await expect(page.getByText(`${organizationName} is an issuer`)).toBeVisible();
  await lookOver(page);
  await context.close();
  await request.dispose();
});

function switchOf(page: Page) {
  return page.getByRole("button", { name: /^Environment/ }).filter({ visible: true });
}
