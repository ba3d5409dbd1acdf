import { randomUUID } from "node:crypto";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import type * as Clients from "#lib/client/create-client.ts";
import type * as Storages from "#lib/client/queue/browser-storage.ts";
import type * as Queues from "#lib/client/queue/create-till-queue.ts";
import { createSale } from "#lib/client/queue/testing/sale.ts";
import { serveModules } from "./crypto-page.ts";
import { test } from "./merchant-request.ts";

const origin = "https://till.test";

declare global {
  var queue: Queues.TillQueue;
}

/** A static page, with the real service behind its address. */
async function openTab(
  context: BrowserContext,
  merchant: APIRequestContext,
  beforeAnswer: () => Promise<void> = async () => {},
): Promise<Page> {
  const page = await context.newPage();
  await serveModules(page, origin);
  await page.route(`${origin}/api/**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const { "idempotency-key": key = "" } = request.headers();
    const response = await merchant.fetch(pathname, {
      method: request.method(),
      data: request.postDataJSON(),
      headers: { "Idempotency-Key": key },
    });
    await beforeAnswer();
    await route.fulfill({ response }).catch(() => undefined);
  });
  await page.goto(origin);
  await page.evaluate(async () => {
    const load = (file: string) => import(`/lib/client/${file}.ts`);
    const { createClient }: typeof Clients = await load("create-client");
    const { createTillQueue }: typeof Queues = await load("queue/create-till-queue");
    const { browserStorage }: typeof Storages = await load("queue/browser-storage");
    globalThis.queue = await createTillQueue({
      client: createClient({ baseUrl: location.origin }),
      gateway: "gateway_one",
      storage: browserStorage("counter"),
    });
  });
  return page;
}

async function run(page: Page): Promise<void> {
  await page.evaluate(() => void queue.run({ signal: new AbortController().signal }));
}

test("a tab that is closed in the middle leaves its queue to the other", async ({
  context,
  merchant,
}) => {
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const first = await openTab(context, merchant, async () => {
    reached.resolve();
    await held.promise;
  });
  const second = await openTab(context, merchant);
  const sales = Array.from({ length: 5 }, () => createSale(randomUUID()));
  for (const [at, sale] of sales.entries()) {
    await (at % 2 ? first : second).evaluate((one) => queue.add(one), sale);
  }
  await run(first);
  await reached.promise;
  await run(second);
  expect(await second.evaluate(async () => (await queue.send()).state)).toBe("busy");
  // The service has taken the payment, and the tab is gone before it knows.
  await first.close();
  held.resolve();
  const states = () => second.evaluate(async () => (await queue.list()).map(({ state }) => state));
  await expect.poll(states).toEqual(sales.map(() => "paid"));

  const answer = await merchant.get("/api/v1/payments?limit=100");
  const { payments } = (await answer.json()).data;
  expect(
    payments.map(
      (payment: { veroMetadata: { receiptId: string } }) => payment.veroMetadata.receiptId,
    ),
  ).toEqual(sales.map(({ receiptId }) => receiptId).toReversed());

  // Deleted under the open tab, and noticed by the next.
  const code = await second.evaluate(async (sale) => {
    await new Promise((resolve) => {
      indexedDB.deleteDatabase("sealslip-queue:counter").onsuccess = resolve;
    });
    return await queue.add(sale).catch((error: { code: string }) => error.code);
  }, createSale(randomUUID()));
  expect(code).toBe("storage_gone");
  await second.close();
  const third = await openTab(context, merchant);
  const status = await third.evaluate(() => queue.status());
  expect(status.isNew).toBe(false);
  expect(status.losses).toEqual([{ kind: "emptied", highest: 5, found: 0, ids: [] }]);
});
