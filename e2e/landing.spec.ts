import { expect, test } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";

const desk = { width: 1440, height: 900 };
const title = "Receipts that only the cardholder can read";

for (const path of ["/", "/no-such-page"]) {
  test(`${path} has no accessibility violation and does not scroll sideways`, {
    tag: "@phone",
  }, async ({ page }) => {
    await page.goto(path);
    await lookOver(page);
  });
}

test("says what this is in one screen", async ({ page }) => {
  await page.setViewportSize(desk);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(desk.height);
});

test("keeps the console quiet and talks to this server alone", async ({ page, baseURL }) => {
  const noise = listenForNoise(page);
  const strangers: string[] = [];
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && origin !== new URL(baseURL ?? "").origin)
      strangers.push(request.url());
  });
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(page.getByRole("status")).toContainText("Ready");
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
  for (const path of ["/", "/", "/no-such-page"]) {
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
  const doors = await Promise.all(links.map((link) => link.getAttribute("href")));
  expect(doors).toEqual(
    expect.arrayContaining([
      "/",
      "/demo",
      "/wallet?demo",
      "/sign-in",
      "/terminal",
      "/reference",
      "/example.json",
    ]),
  );
  for (const door of doors) expect((await request.get(door ?? "")).status()).toBe(200);
});

test("lets the keyboard reach the doors, in sight", async ({ page }) => {
  await page.goto("/");
  for (const name of [
    "Sealslip",
    "Open the demo wallet",
    "API reference",
    "Sign in",
    "Buy a coffee",
    "Try the terminal",
    "Inspect this envelope",
  ]) {
    await page.keyboard.press("Tab");
    const door = page.getByRole("link", { name, exact: true });
    await expect(door).toBeFocused();
    await expect(door).toHaveCSS("outline-style", "solid");
    await expect(door).toHaveCSS("outline-width", "2px");
  }
});

test("shows one receipt and its own envelope", async ({ page, request }) => {
  const { receipt, envelope } = await (await request.get("/example.json")).json();
  await page.goto("/");
  const device = page.getByRole("figure", { name: "On the cardholder’s device" });
  const database = page.getByRole("figure", { name: "In the service’s database" });
  await expect(device).toContainText(receipt.items[0].name);
  await expect(device).toContainText("$24.30");
  await expect(database).toContainText(envelope.ciphertext);
  await expect(database).not.toContainText(receipt.items[0].name);
  await expect(database).not.toContainText(receipt.merchantName);
});

test("gives a command that names this server", async ({ page, baseURL }) => {
  await page.goto("/");
  const command = page.getByText("curl -X POST");
  await expect(command).toContainText(`${baseURL}/api/v1/onboarding/generate-keys`);
});

test("says when the service is not ready and when it does not answer", async ({ page }) => {
  const error = { code: "service_unavailable", message: "The database does not answer." };
  await page.route("**/api/ready", (route) => route.fulfill({ status: 503, json: { error } }));
  await page.goto("/");
  await expect(page.getByRole("status")).toHaveText(`Not ready: ${error.message}`);

  await page.route("**/api/ready", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("status")).toHaveText("No answer from the service");

  await page.route("**/api/ready", (route) => route.fulfill({ json: { success: true } }));
  await page.reload();
  await expect(page.getByRole("status")).toHaveText("No answer from the service");
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
