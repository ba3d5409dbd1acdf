import { expect, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { weighScripts } from "./script-weight.ts";

const title = { level: 1 } as const;

test("pages of the documentation have no accessibility violation and do not scroll sideways", async ({
  page,
}) => {
  const noise = listenForNoise(page);
  for (const path of ["/docs", "/docs/errors-and-retries", "/status"]) {
    await page.goto(path);
    await expect(page.getByText("Checking the service")).toHaveCount(0);
    await lookOver(page);
  }
  expect(noise).toEqual([]);
});

/** Bytes of gzip: a twelfth of what React and the router alone weigh. */
const MAX_SCRIPT = 10_000;

for (const path of [
  "/docs",
  "/docs/first-payment",
  "/docs/security",
  "/docs/files/lib/crypto/vectors/verify_till.py",
  "/changelog",
]) {
  test(`${path} loads one small script`, async ({ page }) => {
    const scripts = weighScripts(page);
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByRole("button", { name: "Search the documentation" })).toBeEnabled();
    const weight = await scripts.sum();
    expect(weight).toBeGreaterThan(0);
    expect(weight).toBeLessThan(MAX_SCRIPT);
  });
}

test("a guide shows the language that was chosen last, and copies what it shows", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/first-payment");
  const python = page.getByRole("tab", { name: "Python" });
  const second = python.nth(1);
  await second.scrollIntoViewIfNeeded();
  const before = await second.boundingBox();
  await second.click();
  expect(Math.abs(((await second.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(2);
  await expect(python.first()).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: "Copy code: Python" }).first().click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("from sealslip import");

  await page.goto("/docs/errors-and-retries");
  await expect(page.getByRole("tab", { name: "Python" }).first()).toHaveAttribute(
    "aria-selected",
    "true",
  );

  await page.goto("/docs/reference");
  await expect(page.getByRole("tab", { name: "Python" }).first()).toHaveAttribute(
    "aria-selected",
    "true",
  );
});

test("the languages of a guide are chosen by the arrow keys", async ({ page }) => {
  await page.goto("/docs/first-payment");
  const tabs = page.getByRole("tablist").first().getByRole("tab");
  const count = await tabs.count();
  expect(count).toBeGreaterThan(1);
  await expect(page.getByRole("button", { name: /^Copy code/ }).first()).toBeEnabled();
  await tabs.first().focus();
  for (const [key, at] of [
    ["ArrowRight", 1],
    ["ArrowLeft", 0],
    ["ArrowLeft", count - 1],
    ["Home", 0],
    ["End", count - 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tabs.nth(at)).toBeFocused();
    await expect(tabs.nth(at)).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("tabpanel").first()).toHaveAccessibleName(
      (await tabs.nth(at).textContent()) ?? "",
    );
  }
});

test("the search opens by key, finds an error code, and goes there", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("button", { name: "Search the documentation" })).toBeEnabled();
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await expect(field).toBeFocused();
  await field.fill("payment_declined");
  await expect(page.getByRole("option").first()).toContainText("payment_declined");
  await lookOver(page);
  await field.fill("zzzzzz");
  await expect(page.getByText("Nothing found.")).toBeVisible();
  await field.fill("payment_declined");
  await field.press("Enter");
  await expect(page).toHaveURL(/\/docs\/errors-and-retries#each-code$/);
  await expect(page.getByRole("heading", { name: "Each code" })).toBeInViewport();
});

test("a search that could not be loaded can be tried again", async ({ page }) => {
  await page.route("**/docs/search.json", (route) => route.abort());
  await page.goto("/docs/escrow");
  await page.getByRole("button", { name: "Search the documentation" }).click();
  await expect(page.getByText("The search could not be loaded.")).toBeVisible();
  await page.unroute("**/docs/search.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("combobox").fill("receipt.delivered");
  await expect(page.getByRole("option", { name: /receipt\.delivered/ }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Search the documentation" })).toBeFocused();
});

test("the search opens with Ctrl and K, and says if it does not load", async ({ page }) => {
  const files = "**/docs-script/dialogs-*.js";
  await page.route(files, (route) => route.abort());
  await page.goto("/docs/escrow");
  await expect(page.getByRole("button", { name: "Search the documentation" })).toBeEnabled();
  await page.keyboard.press("Control+k");
  await expect(page.getByText("This part could not be loaded")).toBeVisible();
  await lookOver(page);
  await page.unroute(files);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await expect(page.getByText("This part could not be loaded")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Search the documentation" })).toBeEnabled();
  const noise = listenForNoise(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("combobox")).toHaveCount(0);
  expect(noise).toEqual([]);
});

test("an unknown guide is not found", async ({ page }) => {
  const response = await page.goto("/docs/none");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle("Not found · Sealslip");
});

test("the status page says what does not work, and when it was checked", async ({ page }) => {
  const error = { code: "service_unavailable", message: "Not now", details: "database: no answer" };
  await page.route("**/api/ready", (route) => route.fulfill({ status: 503, json: { error } }));
  await page.goto("/status");
  const main = page.getByRole("main");
  await expect(main.getByRole("status")).toHaveText("The service takes no requests right now");
  await expect(main.getByText("database: no answer")).toBeVisible();
  await expect(main.getByText("Last checked:")).toBeVisible();
  await page.route("**/api/ready", (route) => route.abort());
  await main.getByRole("button", { name: "Check now" }).click();
  await expect(main.getByRole("status")).toHaveText("No answer from the service");
  await page.unroute("**/api/ready");
  await main.getByRole("button", { name: "Check now" }).click();
  await expect(main.getByRole("status")).toHaveText("Everything works");
});

test("the pages are found from a drawer", { tag: "@phone-only" }, async ({ page }) => {
  await page.goto("/docs/escrow");
  await page.getByRole("button", { name: "All pages" }).click();
  const drawer = page.getByRole("dialog", { name: "All pages" });
  await expect(drawer.getByRole("link", { name: "Escrow" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await drawer.getByRole("link", { name: "Errors and retries" }).click();
  await expect(page.getByRole("heading", title)).toHaveText("Errors and retries");
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("all languages and the navigation are there", async ({ page }) => {
    await page.goto("/docs/first-payment");
    await expect(page.getByText("from sealslip import").first()).toBeVisible();
    await expect(page.getByText('from "@sealslip/client"').first()).toBeVisible();
    await expect(page.getByRole("tablist")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Errors and retries" }).first()).toBeVisible();
  });
});

test("each guide is there as Markdown, and a list of them for language models", async ({
  request,
  baseURL,
}) => {
  const list = await (await request.get("/llms.txt")).text();
  const addresses = Array.from(list.matchAll(/\]\((\S+\.md)\)/g), ([, address = ""]) => address);
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) {
    expect(address).toContain(`${baseURL}/docs/`);
    const response = await request.get(address);
    expect(response.status(), address).toBe(200);
    expect(response.headers()["content-type"]).toContain("text/markdown");
    expect(await response.text()).toMatch(/^# /);
  }
  expect(await (await request.get("/llms-full.txt")).text()).toContain("# Escrow\n");
  expect((await request.get("/docs/none.md")).status()).toBe(404);
});
