import { expect, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { weighScripts } from "./script-weight.ts";

const title = "Receipts that only the cardholder can read";

for (const path of ["/", "/no-such-page"]) {
  test(`${path} has no accessibility violation and does not scroll sideways`, async ({ page }) => {
    await page.goto(path);
    await lookOver(page);
  });
}

test("says what this is, and where to begin, before anything is scrolled", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("link", { name: "Buy a coffee, open the receipt" })).toBeInViewport();
  await expect(page.getByText("Tap to pay")).toBeInViewport();
});

test("has no script", async ({ page, request }) => {
  expect(await (await request.get("/")).text()).not.toContain("<script");
  const scripts = weighScripts(page);
  await page.goto("/", { waitUntil: "networkidle" });
  expect(await scripts.sum()).toBe(0);
});

test("keeps the console quiet and talks to this server alone", { tag: "@long" }, async ({
  page,
  baseURL,
}) => {
  const noise = listenForNoise(page);
  const strangers: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== new URL(baseURL ?? "").origin)
      strangers.push(request.url());
  });
  await page.goto("/", { waitUntil: "networkidle" });
  expect(noise).toEqual([]);
  expect(strangers).toEqual([]);
});

test("notices a script that the policy forbids", async ({ page }) => {
  const noise = listenForNoise(page);
  await page.goto("/");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken over'";
    document.body.append(script);
  });
  await expect.poll(() => noise.join()).toContain("Content Security Policy");
  await expect(page).toHaveTitle("Sealslip");
});

test("sends the headers of a page, with a fresh nonce for every script", async ({ request }) => {
  const nonces = new Set<string>();
  for (const path of ["/docs/reference", "/docs/reference", "/no-such-page"]) {
    const response = await request.get(path);
    const headers = response.headers();
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("strict-origin-when-cross-origin");
    expect(headers["x-powered-by"]).toBeUndefined();

    const policy = headers["content-security-policy"] ?? "";
    expect(policy).not.toContain("unsafe-");
    expect(policy).toContain("frame-ancestors 'none'");
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    nonces.add(nonce);
    const scripts = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  }
  expect(nonces.size).toBe(3);
});

test("has doors that open", async ({ page, request }) => {
  await page.goto("/");
  const links = await page.getByRole("link").all();
  const doors = new Set(await Promise.all(links.map((link) => link.getAttribute("href"))));
  for (const door of [
    "/",
    "/demo",
    "/wallet?demo",
    "/terminal",
    "/sign-in",
    "/sign-up",
    "/docs/reference",
  ]) {
    expect(doors).toContain(door);
  }
  for (const door of doors) expect((await request.get(door ?? "")).status(), door ?? "").toBe(200);
});

test("goes from the tap to the receipt by mouse and by keyboard", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto("/");
  const holder = page.getByRole("figure", { name: "With the cardholder" });
  const database = page.getByRole("figure", { name: "In the service’s database" });
  await expect(database.getByText("Nothing yet")).toBeVisible();
  await page.getByText("Tap to pay").click();
  await expect(holder.getByText("A receipt for you")).toBeVisible();
  await expect(database.getByText("ciphertext")).toBeVisible();
  await page.getByText("Allow and open").click();
  await expect(holder.getByText("Almond croissant")).toBeVisible();
  await expect(page.getByRole("link", { name: "Now do it for real" })).toBeVisible();

  await page.getByRole("radio", { name: "3 Opened" }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(holder.getByText("A receipt for you")).toBeVisible();
  await expect(holder.getByText("Almond croissant")).toBeHidden();
});

test("is shown elsewhere with a picture of its own", { tag: "@long" }, async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto("/");
  const picture = await page.locator("meta[property='og:image']").getAttribute("content");
  expect(picture).toBe(`${baseURL}/og.png`);
  expect((await request.get("/og.png")).headers()["content-type"]).toBe("image/png");
});

test("shows one receipt and its own envelope", async ({ page, request }) => {
  const { receipt, envelope } = await (await request.get("/example.json")).json();
  await page.goto("/");
  await page.getByText("1 Tap").click();
  await expect(page.getByRole("figure", { name: "At the till" })).toBeVisible();
  await page.getByText("3 Opened").click();
  const device = page.getByRole("figure", { name: "With the cardholder" });
  const database = page.getByRole("figure", { name: "In the service’s database" });
  await expect(device).toContainText(receipt.items[0].name);
  await expect(device).toContainText("$24.30");
  await expect(database).toContainText(envelope.ciphertext);
  await expect(database).not.toContainText(receipt.items[0].name);
  await expect(database).not.toContainText(receipt.merchantName);
});

test("shows what the service receives of a receipt, and when the till seals it", async ({
  page,
}) => {
  await page.goto("/");
  const section = page.locator("#sealed-at-the-till");
  const [ordinary, sealed] = await section.getByRole("figure").allInnerTexts();
  expect(ordinary).toContain("Croissant");
  expect(sealed).toContain("ciphertext");
  const ofSale = /^(?:merchantId|receiptId|transactionId|amount|card)\s+\S+/gm;
  expect(ordinary?.match(ofSale)).toHaveLength(5);
  expect(sealed?.match(ofSale)).toEqual(ordinary?.match(ofSale));
  for (const word of ["Croissant", "Rye loaf", "Mia"]) expect(sealed).not.toContain(word);
  await section.getByRole("link", { name: "How a till seals a receipt" }).click();
  await expect(page).toHaveURL(/\/docs\/reference#sealed-at-the-till$/);
  await expect(
    page.getByRole("heading", { name: "Sealed at the till", exact: true }),
  ).toBeInViewport();
});

test("begins with a payment, then registers a card, both at this server", async ({
  page,
  baseURL,
}) => {
  await page.goto("/");
  const [payment, registration] = await page.locator("pre", { hasText: "curl" }).allInnerTexts();
  expect(payment).toContain(`${baseURL}/api/v1/payments/gateway_one/create \\\n`);
  expect(registration).toContain(`${baseURL}/api/v1/onboarding/register \\\n`);
});

test("says when the service is not ready and when it does not answer", { tag: "@long" }, async ({
  page,
}) => {
  const error = { code: "service_unavailable", message: "The database does not answer." };
  await page.route("**/api/ready", (route) => route.fulfill({ status: 503, json: { error } }));
  await page.goto("/docs/reference");
  await expect(page.getByText(`Not ready: ${error.message}`)).toBeVisible();

  await page.route("**/api/ready", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("No answer from the service")).toBeVisible();

  await page.route("**/api/ready", (route) => route.fulfill({ json: { success: true } }));
  await page.reload();
  await expect(page.getByText("No answer from the service")).toBeVisible();
});

test("lets a theme overrule the system's", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(244, 241, 234)");
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(22, 20, 17)");
});

test("answers an unknown page with 404 and a way back", async ({ page }) => {
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle("Not found · Sealslip");
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
});
