import { type CDPSession, expect, type Page, type Route, test } from "@playwright/test";
import { reportFigure } from "./report-figure.ts";
import { addAuthenticator } from "./wallet-page.ts";
import { becomeIssuer, submitCard, typeTestCard } from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

/** More than a page of the list shows. */
const count = 104;
/** How many are opened; with `npm run test:long` all of them, which shows what the page holds on to. */
const opened = process.env.LONG_TESTS ? count : 8;
/** The same in all of them, where the service would make others up. */
const items = [{ lineItemId: "1", name: "Bread", quantity: 1, unitPrice: 1290, totalPrice: 1290 }];
/** From here on the panel beside the receipts is as full as it gets. */
const settled = Math.min(40, opened - 1);

// A trace keeps the page after each of a thousand steps, which costs more than the steps.
test.use({ trace: "off" });

test("more than 100 receipts are reachable, and open one after another", { tag: "@long" }, async ({
  page,
  request,
}) => {
  const session = await page.context().newCDPSession(page);
  await addAuthenticator(page);
  await becomeIssuer(page);
  await page.goto("/wallet");
  await page.getByRole("button", { name: /Use a passkey/ }).click();
  await expect(page.getByText("First, add a card")).toBeVisible();
  const { hashedPan } = await typeTestCard(page);
  const payments: string[] = [];
  for (let number = 1; number <= count; number++) {
    const fields = { merchantName: `Stall ${number}`, items };
    payments.push(await payWithCard(request, hashedPan, fields));
  }
  await submitCard(page);
  await page.getByRole("button", { name: /with your passkey$/ }).click();
  await page.getByRole("link", { name: "See your receipts" }).click();

  const rows = page.locator("a[href^='/wallet/receipts/']");
  await expect(rows).toHaveCount(100);
  // A poll that began before the older ones came must not take them away again.
  const polls = /\/api\/v1\/receipts\/[^?]+\?limit=100$/;
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  };
  await page.route(polls, hold, { times: 1 });
  await asked.promise;
  await page.getByRole("button", { name: "Show older receipts" }).click();
  await expect(rows).toHaveCount(count);
  const next = page.waitForResponse(polls);
  held.resolve();
  await next;
  await expect(rows).toHaveCount(count);
  await expect(page.getByRole("button", { name: "Show older receipts" })).toHaveCount(0);

  const spent: number[] = [];
  let before = { elements: 0, heap: 0 };
  for (const [at, paymentId] of payments.slice(0, opened).entries()) {
    await page.locator(`a[href$='${paymentId}']`).click();
    spent.push(await openWithPasskey(page));
    await expect(page.locator(".print-slip")).toContainText(`Stall ${at + 1}`);
    if (at === settled) before = await weigh(page, session);
    await page.getByRole("link", { name: "All receipts" }).click();
  }
  await expect(page.getByText("Opened", { exact: true })).toHaveCount(opened);
  await rows.last().click();
  await expect(page.locator(".print-slip")).toContainText("Stall 1");

  const after = await weigh(page, session);
  const sorted = spent.toSorted((a, b) => a - b);
  const [median, worst] = [sorted[opened >> 1], sorted.at(-1)].map((ms) => Math.round(ms ?? 0));
  reportFigure(
    `from consent to paper, ${opened} receipts: median ${median} ms, worst ${worst} ms; ` +
      `elements ${before.elements} → ${after.elements}, ` +
      `heap ${toMegabytes(before.heap)} → ${toMegabytes(after.heap)} MB`,
  );
  expect(after.elements).toBeLessThanOrEqual(before.elements);
  expect(after.heap).toBeLessThan(before.heap + 5_000_000);
});

/** Milliseconds from the confirmation to the paper, as the page itself sees them. */
async function openWithPasskey(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Open on this device" }).press("Enter");
  const confirm = page.getByRole("button", { name: /with your passkey$/ });
  return await confirm.evaluate(async (button: HTMLElement) => {
    const start = performance.now();
    button.click();
    while (!document.querySelector(".print-slip")) await new Promise(requestAnimationFrame);
    return performance.now() - start;
  });
}

/** What the page holds once nothing that is unreachable counts. */
async function weigh(page: Page, session: CDPSession) {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return { elements: await page.locator("*").count(), heap: usedSize };
}

function toMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
