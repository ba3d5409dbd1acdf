import { expect, type Page } from "@playwright/test";
import { findLateFiles, loseFileWith, loseLateFiles } from "./late-files.ts";
import { lookOver } from "./look-over.ts";
import { test } from "./signed-in.ts";
import { expectOnReader, openTerminal, pickCard, prepare, ringUp, tap } from "./terminal-page.ts";

const create = "**/api/v1/payments/*/create";

test("a till that cannot load what shows the result charges nothing, and keeps the basket", async ({
  page,
}) => {
  const bodies = collectBodies(page);
  await loseFileWith(page, "The same request, ");
  await openTerminal(page);
  const key = page.getByRole("button", { name: /^Flat white/ });
  await key.click();
  await key.click();
  await page.getByRole("button", { name: /^Charge/ }).click();
  const alert = page.getByRole("alert").filter({ hasText: "A new version is here" });
  await expect(alert).toContainText("The sale stays on the counter");
  await expect(page.getByRole("button", { name: /^Tap card/ })).toHaveCount(0);
  await lookOver(page);
  await findLateFiles(page);
  await alert.getByRole("button", { name: "Reload the page" }).click();
  await page.getByRole("button", { name: "Charge $10.34" }).click();
  await pickCard(page, "4242");
  expect(bodies).toHaveLength(0);
  await tap(page);
  await expectOnReader(page, "Approved");
});

test("a till that was open over an upgrade shows what it charged", async ({ page }) => {
  const bodies = collectBodies(page);
  await openTerminal(page);
  await loseLateFiles(page);
  await ringUp(page);
  await pickCard(page, "4242");
  // A cashier in a hurry.
  await page.getByRole("button", { name: /^Tap card/ }).dblclick();
  await expectOnReader(page, "Approved");
  expect(bodies).toHaveLength(1);
  await expect(page.getByRole("button", { name: "New sale" })).toBeVisible();
  // The explanation beside the result may be missing, and says so.
  const alert = page.getByRole("alert").filter({ hasText: "A new version is here" });
  await expect(alert.getByRole("button", { name: "Reload the page" })).toBeVisible();
});

test("a reload in the middle of a tap comes back to the payment that was taken", async ({
  page,
}) => {
  const bodies = collectBodies(page);
  await prepare(page);
  const taken = Promise.withResolvers<void>();
  // The service takes it, and the till is gone before the answer.
  await page.route(create, async (route) => {
    await route.fetch();
    taken.resolve();
  });
  await tap(page);
  await taken.promise;
  const stored = await readStorage(page);
  expect(stored).toContain(bodies[0]?.receiptId);
  expect(stored).not.toContain(bodies[0]?.recipientHashedPan);
  expect(stored).not.toContain("4242");

  await page.reload();
  await expectOnReader(page, "Approved");
  await expect(page.getByText("Do not charge it again.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Basket" })).toContainText("Flat white");
  await lookOver(page);
  expect(bodies).toHaveLength(1);
  // Until the cashier has seen it, however often it is loaded.
  await page.reload();
  await expectOnReader(page, "Approved");
  await page.getByRole("button", { name: "New sale" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
  await page.reload();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Last sale: \$10.34/ })).toBeVisible();
});

test("a request that never arrived is taken again as the same sale", async ({ page, context }) => {
  const bodies = collectBodies(page);
  await prepare(page);
  // It is under way for ever.
  await page.route(create, () => undefined);
  await tap(page);
  await expect.poll(() => bodies.length).toBe(1);
  // Drops the request, which closing the tab would let through in a test.
  await page.goto("about:blank");
  await page.close();

  // In another tab: the sale itself came back with the payment.
  const next = await context.newPage();
  const again = collectBodies(next);
  await next.goto("/terminal");
  await expect(next.getByText("the request may still arrive")).toBeVisible();
  await expect(next.getByRole("button", { name: "Back to the card" })).toHaveCount(0);
  await lookOver(next);
  // Set aside, it stays in sight.
  await next.getByRole("button", { name: "Set it aside" }).click();
  await expect(next.getByRole("button", { name: /^Not settled: \$10.34/ })).toBeVisible();
  await endArrival(next);
  await expect(next.getByText("Nothing was charged")).toBeVisible();
  await lookOver(next);
  await next.getByRole("button", { name: "Back to the card" }).click();
  await pickCard(next, "4242");
  await tap(next);
  await expectOnReader(next, "Approved");
  expect(again).toHaveLength(1);
  expect(again[0]?.receiptId).toBe(bodies[0]?.receiptId);
  expect(again[0]?.transactionId).toBe(bodies[0]?.transactionId);
});

test("a sale whose payment was taken unseen is not charged by another tap", {
  tag: "@long",
}, async ({ page }) => {
  await prepare(page);
  await page.route(create, async (route) => void (await route.fetch()), { times: 1 });
  const look = "**/api/v1/payments?*";
  // The look-up is not answered truly either, as if the request were still on its way.
  await page.route(look, (route) =>
    route.fulfill({ json: { success: true, data: { payments: [], nextCursor: null } } }),
  );
  const sent = page.waitForRequest(create);
  await tap(page);
  await sent;
  await endArrival(page);
  await page.getByRole("button", { name: "Back to the card" }).click();
  await page.unroute(look);
  await pickCard(page, "4444");
  await tap(page);
  await expect(page.getByText("This sale has a payment already")).toBeVisible();
  await expectOnReader(page, "Approved");
  await lookOver(page);
  await page.getByRole("button", { name: "New sale" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
});

test("the basket survives a reload, each shop's its own", async ({ page }) => {
  await openTerminal(page);
  await ringUp(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Charge $10.34" })).toBeVisible();
  await page.getByRole("radio", { name: "Bakery" }).check();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
});

test("a payment that was set aside stays in sight until it is settled", { tag: "@long" }, async ({
  page,
}) => {
  await prepare(page, "Fail");
  await tap(page);
  await expectOnReader(page, "No answer");
  await page.getByRole("button", { name: "Set it aside" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
  const aside = page.getByRole("button", { name: "Not settled: $10.34 at Blue Door Coffee" });
  await expect(aside).toBeVisible();
  await lookOver(page);
  await aside.click();
  await page.getByRole("button", { name: "Cancel payment" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this payment?" });
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expectOnReader(page, "Canceled");
  await page.getByRole("button", { name: "New sale" }).click();
  await expect(aside).toHaveCount(0);
});

test("without the service, a reload says that the card may have been charged", {
  tag: "@long",
}, async ({ page }) => {
  await prepare(page);
  await page.route(create, () => undefined);
  await tap(page);
  await page.route("**/api/v1/payments?*", (route) => route.abort("connectionreset"));
  await page.reload();
  await expect(page.getByText("may have been charged")).toBeVisible();
  await expect(page.getByText("do not take payment another way")).toBeVisible();
  await lookOver(page);
  await page.unroute("**/api/v1/payments?*");
  await expect(page.getByText("the request may still arrive")).toBeVisible();
  await endArrival(page);
  await expect(page.getByText("Nothing was charged")).toBeVisible();
});

test("a refund whose answer was lost in a reload is asked for again as the same one", {
  tag: "@long",
}, async ({ page }) => {
  await prepare(page);
  await tap(page);
  await expectOnReader(page, "Approved");
  const refunds: string[] = [];
  await page.route("**/refunds", async (route) => {
    refunds.push(route.request().postData() ?? "");
  });
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund this payment" });
  await dialog.getByLabel("Reason").fill("cold");
  await dialog.getByRole("button", { name: /^Refund/ }).click();
  await expect.poll(() => refunds.length).toBe(1);
  await page.reload();
  await page.unroute("**/refunds");
  await expect(page.getByText("It is not known yet whether this was refunded")).toBeVisible();
  const asked = page.waitForRequest("**/refunds");
  await page.getByRole("button", { name: "Refund" }).click();
  await dialog.getByRole("button", { name: "Ask again" }).click();
  expect((await asked).postData()).toBe(refunds[0]);
  await expectOnReader(page, "Refunded");
});

type Body = { receiptId: string; transactionId: string; recipientHashedPan: string };

/** As if the last request had been sent an hour ago. */
async function endArrival(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = "sealslip.till.payments";
    const kept: object[] = JSON.parse(localStorage.getItem(key) ?? "[]");
    const sentAt = Date.now() - 3_600_000;
    localStorage.setItem(key, JSON.stringify(kept.map((payment) => ({ ...payment, sentAt }))));
  });
  await page.reload();
}

function collectBodies(page: Page): Body[] {
  const bodies: Body[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/create")) bodies.push(request.postDataJSON());
  });
  return bodies;
}

async function readStorage(page: Page): Promise<string> {
  return await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
}
