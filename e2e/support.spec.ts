import { expect } from "@playwright/test";
import { callFromPage } from "./call-from-page.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { pay } from "./pay.ts";
import { readLink } from "./read-mailbox.ts";
import { makeMember, signIn, test } from "./signed-in.ts";

test("an owner sets a limit, and a support member refunds up to it and no more", async ({
  browser,
  openRequest,
  origin,
}) => {
  const [owners, supports] = [await openRequest(), await openRequest()];
  const owner = await makeMember(owners);
  const account = { email: `${crypto.randomUUID()}@e2e.example`, password: "four words in a row" };
  const headers = { "X-Environment": "development" };
  await owners.post("/api/console/invitations", {
    data: { email: account.email, role: "support" },
  });
  const token = new URL(await readLink(owners, account.email)).hash.slice(1);
  await supports.post("/api/console/invitations/accept", {
    data: { token, password: account.password },
  });
  await owners.put("/api/console/gateways/gateway_one", { headers, data: { provider: "sandbox" } });
  const { paymentId } = await pay(owners, { origin });

  const storageState = await signIn(supports, account);
  const supportsBrowser = await browser.newContext({ baseURL: origin, storageState });
  const page = await supportsBrowser.newPage();
  const noise = listenForNoise(page);
  await page.goto(`/merchant/payments/${paymentId}`);
  const refund = page.getByRole("button", { name: "Refund", exact: true });
  await expect(refund).toBeDisabled();
  await expect(refund).toHaveAccessibleDescription(/no owner has set a limit.*Ask a developer/);
  await lookOver(page);

  const ownersBrowser = await browser.newContext({ baseURL: origin, storageState: owner.state });
  const settings = await ownersBrowser.newPage();
  await settings.goto("/merchant/settings");
  const limits = settings.getByRole("region", { name: "Refunds by support members" });
  await expect(limits).toContainText("No limit is set");
  await limits.getByRole("button", { name: "Set a limit" }).click();
  const dialog = settings.getByRole("dialog", { name: "Set a limit" });
  await dialog.getByLabel("Limit in USD").fill("0");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Limit in USD must be more than zero.");
  await lookOver(settings);
  await dialog.getByLabel("Limit in USD").fill("5");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(limits.getByRole("row", { name: /USD/ })).toContainText("$5.00");
  await lookOver(settings);

  await page.reload();
  await refund.click();
  const form = page.getByRole("dialog", { name: "Refund this payment" });
  await expect(form).toContainText(
    "You can refund up to $5.00. Ask a developer or owner for more.",
  );
  await expect(form.getByLabel("Amount in USD")).toHaveValue("5.00");
  await form.getByLabel("Merchant name").fill("Corner Bakery");
  await form.getByLabel("Amount in USD").fill("5.01");
  await form.getByRole("button", { name: /^Refund/ }).click();
  await expect(form).toContainText("Amount in USD is more than the $5.00 that you can refund.");
  await lookOver(page);
  await form.getByLabel("Amount in USD").fill("5");
  await form.getByRole("button", { name: "Refund $5.00" }).click();
  await expect(form).toBeHidden();
  await expect(refund).toBeDisabled();
  await expect(refund).toHaveAccessibleDescription(/at most \$5\.00.*Ask a developer or owner/);

  await limits.getByRole("button", { name: "Remove the limit in USD" }).click();
  await expect(limits).toContainText("No limit is set");
  await page.goto("/merchant/team");
  await expect(page.getByRole("table", { name: "What each role can do" })).toBeVisible();
  await lookOver(page);
  expect(noise).toEqual([]);
  expect(await callFromPage(page, "PUT", "/api/console/refund-limits/usd", { amount: 1 })).toBe(
    403,
  );
  await Promise.all([supportsBrowser.close(), ownersBrowser.close()]);
});
