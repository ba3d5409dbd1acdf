import { type APIRequestContext, expect } from "@playwright/test";
import { answerLate } from "./answer-late.ts";
import { callFromOutside } from "./call-from-outside.ts";
import { chooseFilter, chooseTime, filterButton, openFilter } from "./choose-filter.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { test } from "./signed-in.ts";

const path = "/merchant/requests";
const unknown = "/payments/gateway_one/pay_none";

test("a call appears by itself, not while the log is paused, and then with the rest", async ({
  page,
  origin,
}) => {
  const noise = listenForNoise(page);
  const key = await makeKey(page.request, origin);
  await page.goto(`${path}?key=${key.id}`);
  await expect(page.getByText("No matching calls")).toBeVisible();
  const first = await callFromOutside(origin, key.secret);
  const rows = page.getByRole("table", { name: "Requests" }).getByRole("link");
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAttribute("href", new RegExp(first.requestId));

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused")).toBeVisible();
  const { requestId } = await callFromOutside(origin, key.secret, unknown);
  await untilLogged(page.request, origin, requestId);
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveAttribute("href", new RegExp(requestId));
  expect(noise).toEqual([]);
});

test("a filter that has found nothing yet leads on to older calls", async ({ page }) => {
  await page.route(/\/api\/console\/requests\?/, async (route) => {
    const isOlder = new URL(route.request().url()).searchParams.has("cursor");
    const data = { requests: [], nextCursor: isOlder ? null : "b2xkZXI", latest: "MA" };
    await route.fulfill({ json: { success: true, data } });
  });
  await page.goto(`${path}?method=DELETE`);
  await expect(page.getByText("No matching calls so far")).toBeVisible();
  await page.getByRole("button", { name: "Search older calls" }).click();
  await expect(page.getByText("No older calls match")).toBeVisible();
  await expect(page.getByRole("button", { name: "Newer" })).toBeEnabled();
});

test("filters stand in the address, and stay through a reload", { tag: "@long" }, async ({
  page,
  origin,
}) => {
  const key = await makeKey(page.request, origin);
  await callFromOutside(origin, key.secret);
  const { requestId } = await callFromOutside(origin, key.secret, unknown);
  await untilLogged(page.request, origin, requestId);
  await page.goto(path);
  await chooseFilter(page, "Key", `Caller (${key.hint})`);
  await chooseFilter(page, "Status", "4xx refused");
  await chooseTime(page, "24h");
  await expect(page).toHaveURL(`${path}?key=${key.id}&status=4xx&time=24h`);
  const rows = page.getByRole("table", { name: "Requests" }).getByRole("link");
  await expect(rows).toHaveCount(1);
  await lookOver(page);

  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(filterButton(page, "Status")).toHaveText("Status: 4xx refused");
  await chooseFilter(page, "Status", "5xx failed");
  await expect(page.getByText("No matching calls")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(path);
});

test("filters that are chosen faster than the page draws all count", { tag: "@long" }, async ({
  page,
  origin,
}) => {
  const key = await makeKey(page.request, origin);
  await page.goto(path);
  await openFilter(page, "Key");
  await expect(page.getByRole("menuitemradio", { name: key.hint })).toBeVisible();
  await page.keyboard.press("Escape");
  await openFilter(page, "Method");
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 20 });
  // At once, as no test can by itself: each of its steps waits for the page.
  await page.evaluate(
    async (choices) => {
      const find = async (selector: string, text: string) => {
        for (;;) {
          const all = [...document.querySelectorAll<HTMLElement>(selector)];
          const found = all.find(({ textContent }) => textContent === text);
          if (found) return found;
          await new Promise((resolve) => setTimeout(resolve));
        }
      };
      for (const [label, option] of choices) {
        if (label !== "Method") (await find("search button", label)).click();
        (await find("[role=menuitemradio]", option)).click();
      }
    },
    [
      ["Method", "POST"],
      ["Status", "4xx refused"],
      ["Error code", "not_found (404)"],
      ["Route", "/api/v1/payments"],
    ] as const,
  );
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  for (const part of ["method=POST", "status=4xx", "error=not_found", "route=%2Fapi%2Fv1"]) {
    await expect(page).toHaveURL(new RegExp(part));
  }
});

test("one call opens in full at an address of its own, and closes to where one was", async ({
  page,
  origin,
}) => {
  const key = await makeKey(page.request, origin);
  const { requestId } = await callFromOutside(origin, key.secret);
  await untilLogged(page.request, origin, requestId);
  await page.goto(`${path}?key=${key.id}`);
  const row = page.getByRole("table", { name: "Requests" }).getByRole("link");
  await row.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "POST /api/v1/payments/{gateway}/create" });
  await expect(panel).toContainText(requestId);
  await expect(panel).toContainText("201");
  await expect(page).toHaveURL(`${path}/${requestId}?key=${key.id}`);
  await lookOver(page);

  await page.reload();
  await expect(panel).toContainText(requestId);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(`${path}?key=${key.id}`);
  await row.click();
  await expect(panel).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row).toBeFocused();
  await row.click();
  await page.goBack();
  await expect(panel).toBeHidden();

  await row.click();
  await panel.getByRole("link", { name: key.secret.slice(-4) }).click();
  await expect(page).toHaveURL(`/merchant/keys/${key.id}`);
  await expect(page.getByRole("dialog")).toContainText("Last used");
});

test("says that a call is of no log of this environment", { tag: "@long" }, async ({ page }) => {
  await page.goto(`${path}/req_01a1f9676bb874da9dffac3bcdd70218`);
  await expect(page.getByRole("dialog")).toContainText("No such request in this environment");
  await lookOver(page);
});

test("shows what the console itself asked for", { tag: "@long" }, async ({ page, origin }) => {
  await makeKey(page.request, origin);
  await page.goto(path);
  await page.getByText("Console", { exact: true }).click();
  await expect(page).toHaveURL(`${path}?source=console`);
  await expect(page.getByRole("link", { name: /POST.*api-keys/ }).first()).toBeVisible();
});

test("draws loading, error and another try", { tag: "@long" }, async ({ page }) => {
  const log = await answerLate(page, /\/api\/console\/requests\?/);
  await page.goto(`${path}?method=GET`);
  await expect(page.getByText("Loading the request log")).toBeAttached();
  await lookOver(page);
  await log.refuse();
  const alert = page.getByRole("alert").filter({ hasText: "could not be loaded" });
  await expect(alert).toContainText("req_e2e");
  await lookOver(page);
  await log.giveWay();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
});

async function makeKey(
  request: APIRequestContext,
  origin: string,
): Promise<{ id: string; hint: string; secret: string }> {
  const made = await request.post("/api/console/api-keys", {
    headers: { Origin: origin, "X-Environment": "development" },
    data: { name: "Caller", scopes: ["payments:write", "payments:read"] },
  });
  const { apiKey, secret } = (await made.json()).data;
  return { id: apiKey.id, hint: apiKey.hint, secret };
}

/** Calls are logged a moment after they are answered. */
async function untilLogged(
  request: APIRequestContext,
  origin: string,
  requestId: string,
): Promise<void> {
  const headers = { Origin: origin, "X-Environment": "development" };
  const ask = () => request.get(`/api/console/requests/${requestId}`, { headers });
  await expect.poll(async () => (await ask()).status()).toBe(200);
}
