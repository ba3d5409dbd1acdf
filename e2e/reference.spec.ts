import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { listenForNoise } from "./noise.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`@phone the ${colorScheme} reference has no accessibility violation and does not scroll sideways`, async ({
    page,
    viewport,
  }) => {
    const noise = listenForNoise(page);
    await page.emulateMedia({ colorScheme });
    await page.goto("/reference");
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(viewport?.width);
    expect(noise).toEqual([]);
  });
}

test("from the landing page to an endpoint, and its call to the clipboard", async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await page.getByRole("link", { name: "API reference" }).click();
  await page
    .getByRole("navigation", { name: "Contents" })
    .getByRole("link", { name: "Create a payment with a sealed receipt" })
    .click();
  await expect(page).toHaveURL(/\/reference#createPayment$/);

  const section = page.getByRole("region", { name: "Create a payment with a sealed receipt" });
  const body = section.getByRole("table", { name: /^Body/ });
  await expect(body.getByText("items[].unitPrice", { exact: true })).toBeVisible();
  await expect(section.getByText("payment_declined")).toBeVisible();
  await section.getByRole("button", { name: /copy/i }).first().click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl -X POST "${baseURL}/api/v1/payments/gateway_one/create"`);
});
