import { expect, type Page, type Route, test } from "@playwright/test";
import { confirm, paper, seed, walk } from "./walk-visit.ts";

// What may be in the way of the demo.

const refusal = {
  status: 403,
  json: { error: { code: "forbidden", message: "Not now", details: "", request_id: "req_1" } },
};

test.describe("says in a sentence", () => {
  const answers: [what: string, status: number, code: string, title: string][] = [
    ["that the demo is busy", 429, "rate_limit_exceeded", "The demo is busy"],
    ["that the service is down", 503, "service_unavailable", "The demo could not be opened"],
  ];
  for (const [what, status, code, title] of answers) {
    test(`${what}, and tries again`, async ({ page }) => {
      await page.route("**/api/demo/visit", (route) =>
        route.fulfill({
          status,
          headers: { "Retry-After": "42" },
          json: { error: { code, message: "The demo is busy", details: "", request_id: "req_1" } },
        }),
      );
      await page.goto("/demo");
      await expect(page.getByRole("heading", { name: title })).toBeVisible();
      if (status === 429) await expect(page.getByText("Try again in 42 seconds")).toBeVisible();
      await page.unroute("**/api/demo/visit");
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByRole("button", { name: /Tap to pay/ })).toBeVisible();
    });
  }

  test("that the service is gone, without losing what is there", { tag: "@long" }, async ({
    page,
  }) => {
    await seed(page);
    await page.goto("/demo");
    await page.getByRole("button", { name: /Tap to pay/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your receipt is waiting");
    await page.route("**/*", (route) => route.abort());
    // The code of the question is not there yet.
    await page.getByRole("button", { name: "Add to wallet" }).click();
    const sheet = page.getByRole("dialog");
    await expect(sheet).toContainText("The service cannot be reached");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByText("The service does not answer.")).toBeVisible();
    await expect(page.getByText("Escrowed")).toBeVisible();
    await page.unroute("**/*");
    await sheet.getByRole("button", { name: "Try again" }).click();
    await confirm(page);
    await expect(page.getByRole("button", { name: "Allow once" })).toBeVisible();
    await expect(page.getByText("The service does not answer.")).toHaveCount(0);
  });

  test("that cookies are refused", async ({ page, context }) => {
    await page.route("**/api/demo/visit", async (route) => {
      const response = await route.fetch();
      // The context has taken the cookie by now.
      await context.clearCookies();
      const { "set-cookie": _, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto("/demo");
    await expect(page.getByRole("heading", { name: "refuses cookies" })).toBeVisible();
  });

  test("that the visit has ended, and starts again", async ({ page, context }) => {
    await page.goto("/demo");
    await expect(page.getByRole("button", { name: /Tap to pay/ })).toBeVisible();
    await context.clearCookies();
    await page.getByRole("button", { name: /Tap to pay/ }).click();
    await expect(page.getByRole("heading", { name: "Your visit has ended" })).toBeVisible();
    await page.getByRole("button", { name: "Start again" }).click();
    await expect(page.getByRole("button", { name: /Tap to pay/ })).toBeVisible();
  });

  test("that the visit has ended, in a wallet that was left open", { tag: "@long" }, async ({
    page,
    context,
  }) => {
    await seed(page);
    await page.goto("/demo");
    await walk(page);
    await page.getByRole("link", { name: "Open the full wallet" }).click();
    await expect(page.getByText("Opened before")).toBeVisible();
    await context.clearCookies();
    const notice = page.getByRole("main").getByRole("alert");
    await expect(notice).toContainText("This visit of the demo has ended");
    await notice.getByRole("link", { name: "Begin another visit" }).click();
    await expect(page.getByRole("button", { name: /Tap to pay/ })).toBeVisible();
  });

  test("that the browser keeps nothing", async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(window, "indexedDB"));
    await page.addInitScript(() => {
      Object.defineProperty(window, "indexedDB", { value: undefined });
    });
    await page.goto("/demo");
    await expect(page.getByRole("heading", { name: "keeps nothing" })).toBeVisible();
  });

  test("that the page needs HTTPS", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "isSecureContext", { value: false });
    });
    await page.goto("/demo");
    await expect(page.getByRole("heading", { name: "The demo needs HTTPS" })).toBeVisible();
  });

  test("that the card was declined, and pays the same sale at the next tap", async ({ page }) => {
    await page.route("**/payments/gateway_one/create", async (route) => {
      const body = { ...route.request().postDataJSON(), paymentMethod: "pm_card_chargeDeclined" };
      await route.continue({ postData: JSON.stringify(body) });
    });
    await page.goto("/demo");
    await page.getByRole("button", { name: /Tap to pay/ }).click();
    await expect(page.getByText("The gateway declined the card")).toBeVisible();
    await page.unroute("**/payments/gateway_one/create");
    await page.getByRole("button", { name: "Back to the till" }).click();
    await page.getByRole("button", { name: /Tap to pay/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your receipt is waiting");
  });

  test("that no payment was sent without a key for the receipt, and pays at the next try", async ({
    page,
  }) => {
    await page.route("**/payments/gateway_one/prepare", (route) => route.fulfill(refusal));
    await page.goto("/demo");
    await page.getByRole("button", { name: /Tap to pay/ }).click();
    await expect(page.getByText("No payment was sent, and nothing was charged")).toBeVisible();
    await page.unroute("**/payments/gateway_one/prepare");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your receipt is waiting");
  });

  test("that a PIN is needed, on an address without passkeys", async ({ page, baseURL }) => {
    await page.goto(`${(baseURL ?? "").replace("localhost", "127.0.0.1")}/demo`);
    await page.getByRole("button", { name: /Tap to pay/ }).click();
    await expect(page.getByLabel("Choose a PIN")).toBeVisible();
    await expect(page.getByText("Use a passkey instead")).toHaveCount(0);
  });
});

test.describe("a card whose registration got no answer is in the wallet all the same", () => {
  const losses: [what: string, lose: (route: Route, page: Page) => Promise<unknown>][] = [
    ["where the connection breaks", (route) => route.abort()],
    ["where the page is left", (_route, page) => page.reload()],
  ];
  for (const [what, lose] of losses) {
    test(what, async ({ page }) => {
      await seed(page);
      await page.route("**/onboarding/register", loseOnce, { times: 1 });
      await page.goto("/demo");
      await page.getByRole("button", { name: /Tap to pay/ }).click();
      await page.getByRole("button", { name: "Add to wallet" }).click();
      await confirm(page);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        "Your receipt is sealed to you",
      );
      await page.getByRole("button", { name: /Allow once|Open on this device/ }).press("Enter");
      // Whoever has just confirmed is not asked once more.
      if (what.includes("left")) await confirm(page);
      await expect(paper(page)).toBeVisible();
      async function loseOnce(route: Route) {
        await route.fetch();
        await lose(route, page);
      }
    });
  }
});
