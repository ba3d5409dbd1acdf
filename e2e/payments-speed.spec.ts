import { expect, type Page } from "@playwright/test";
import { chooseFilter } from "./choose-filter.ts";
import { test } from "./filled-shop.ts";
import { moreAction } from "./more-actions.ts";
import { reportFigure } from "./report-figure.ts";

/** 100,000 with `npm run test:long`. */
const payments = process.env.LONG_TESTS ? 100_000 : 2_500;
/** About what one takes in the file; at most. */
const BYTES_PER_PAYMENT = 200;
const interactionTimes = "interactionTimes";

test.use({ payments });

test("measures how soon the table answers, with many payments", { tag: "@long" }, async ({
  page,
}) => {
  await page.addInitScript(watchInteractions, interactionTimes);
  await page.goto("/merchant/payments");
  const table = page.getByRole("table", { name: "Payments" });
  const rows = table.locator("tbody tr");
  await expect(rows).toHaveCount(25);

  await page.getByRole("button", { name: "Older" }).click();
  await expect(rows.first()).toContainText(`receipt-${payments - 25}-`);
  await page.getByRole("button", { name: "Newer" }).click();
  await expect(rows.first()).toContainText(`receipt-${payments}-`);
  await page.getByLabel("Search", { exact: true }).pressSequentially("receipt-77", { delay: 40 });
  await expect(rows.first()).toContainText("receipt-77");
  await page.getByLabel("Search", { exact: true }).fill("");
  await expect(rows.first()).toContainText(`receipt-${payments}-`);
  await chooseFilter(page, "Status", "Failed");
  await expect(rows.first()).toContainText("Failed");
  const times = await readInteractions(page);
  expect(times.length).toBeGreaterThan(0);
  const worst = Math.max(...times);
  reportFigure(
    `interaction to next paint, ${payments} payments: ${worst} ms at worst, of ${times.length} interactions`,
  );

  // And the way out of so many: the progress is to be seen.
  await page.getByRole("button", { name: "Clear all" }).click();
  await slowDown(page, payments * BYTES_PER_PAYMENT);
  const downloaded = page.waitForEvent("download");
  await (await moreAction(page, "Export CSV")).click();
  const all = payments.toLocaleString("en-US");
  await expect(page.getByText(new RegExp(`^[\\d,]+ of ${all}$`))).toBeVisible();
  await downloaded;
  await expect(page.getByText(`${all} payments exported`)).toBeVisible();
});

/** To so many bytes a second, so that the page shows how far it is before it is done. */
async function slowDown(page: Page, downloadThroughput: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const unlimited = { offline: false, latency: 0, uploadThroughput: -1 };
  await session.send("Network.emulateNetworkConditions", { ...unlimited, downloadThroughput });
}

/** In the page: the longest event of each interaction, from the input to the next paint. */
function watchInteractions(name: string): void {
  const longest = new Map<number, number>();
  Object.assign(window, { [name]: longest });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId = 0, duration } = entry as PerformanceEventTiming;
      if (interactionId === 0) continue;
      longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    }
  });
  // 16 ms is the shortest that browsers tell of.
  const asked = { type: "event", durationThreshold: 16, buffered: true };
  observer.observe(asked);
}

async function readInteractions(page: Page): Promise<number[]> {
  return await page.evaluate(async (name) => {
    // Events are told of after the paint that they led to.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const longest: Map<number, number> = Reflect.get(window, name);
    return [...longest.values()];
  }, interactionTimes);
}
