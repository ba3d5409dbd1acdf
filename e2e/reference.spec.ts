import { expect, type Page, test } from "@playwright/test";
import { runsLong } from "#lib/testing/runs-long.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";

test("has no accessibility violation and does not scroll sideways", async ({ page }) => {
  const noise = listenForNoise(page);
  await page.goto("/docs/reference");
  if (!runsLong) await showFirstGroup(page);
  await lookOver(page);
  expect(noise).toEqual([]);
});

test("from the landing page to an endpoint, and its call to the clipboard in the language of choice", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("link", { name: "API reference" }).first().click();
  await page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "Create a payment with a sealed receipt" })
    .click();
  await expect(page).toHaveURL(/\/docs\/reference#createPayment$/);

  const section = page.getByRole("region", {
    name: "Create a payment with a sealed receipt",
    exact: true,
  });
  await expect(section.getByText("payment_declined")).toBeVisible();
  await section
    .getByText(/^\d+ optional fields$/)
    .first()
    .click();
  await section.getByText("Fields of items").first().click();
  await expect(section.getByText("unitPrice", { exact: true }).first()).toBeVisible();

  const copy = section.getByRole("button", { name: /copy/i }).first();
  const copied = async () => {
    await copy.click();
    await expect(copy.getByText("Copied")).toBeAttached();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied()).toContain(`curl -X POST "${baseURL}/api/v1/payments/gateway_one/create"`);
  await section.getByRole("tab", { name: "Python" }).first().click();
  await page.reload();
  await expect(section.getByText(/^answer = client\.payments\.create/).first()).toBeVisible();
  expect(await copied()).toMatch(/^answer = client\.payments\.create\("gateway_one", \{/);
});

test("the address before leads here", async ({ request }) => {
  const response = await request.get("/reference", { maxRedirects: 0 });
  expect([response.status(), response.headers().location]).toEqual([308, "/docs/reference"]);
});

test("each form of a body has a link and its own rules, and a list of steps its numbers", async ({
  page,
}) => {
  await page.goto("/docs/reference#createPayment-sealed-body");
  const section = page.getByRole("region", { name: "Create a payment with a sealed receipt" });
  const heading = section.getByRole("heading", { name: /sealed at the till/ });
  await expect(heading).toBeInViewport();
  await expect(section.getByText("Any other field is refused.")).toBeVisible();
  const topic = page
    .getByRole("region", { name: "Reserve keys to seal receipts to at the till" })
    .getByRole("link", { name: "Sealed at the till", exact: true });
  await topic.click();
  await expect(page).toHaveURL(/#sealed-at-the-till$/);
  const steps = page.getByRole("list").filter({ hasText: "answers a reservation" });
  await expect(steps).toHaveCSS("list-style-type", "decimal");
});

// The groups look alike: with all of them, the look-over takes longer than any other test.
async function showFirstGroup(page: Page): Promise<void> {
  const others = page.locator("main section[aria-label] ~ section[aria-label]");
  await others.evaluateAll((sections) => {
    for (const section of sections) section.setAttribute("hidden", "");
  });
}
