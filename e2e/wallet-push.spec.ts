import { expect, type Page, test } from "@playwright/test";
import { countSubscriptions } from "./stored-receipt.ts";
import { addCard, enterWallet } from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

test.use({ serviceWorkers: "allow" });

test("notifications are turned on, outlast a reload, open the receipt, and are turned off", async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await context.grantPermissions(["notifications"], { origin: baseURL ?? "" });
  await actAsPushBrowser(page);
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  const first = await payWithCard(request, hashedPan);

  const toggle = page.getByRole("switch", { name: "Tell me about new receipts" });
  await goToSecurity(page);
  // Before it is known which of the two it is, it cannot be changed.
  await expect(toggle).toBeEnabled();
  await expect(toggle).not.toBeChecked();
  await toggle.press("Space");
  await expect(toggle).toBeChecked();
  await expect(toggle).toBeEnabled();
  expect(await countSubscriptions(first)).toBe(1);

  await page.reload();
  await expect(toggle).toBeChecked();

  const paymentId = await payWithCard(request, hashedPan);
  // What the service worker sends to an open wallet once the notification is clicked.
  await page.evaluate((path) => {
    const message = new MessageEvent("message", { data: { path } });
    navigator.serviceWorker.dispatchEvent(message);
  }, `/wallet/receipts/${paymentId}`);
  await expect(page).toHaveURL(`/wallet/receipts/${paymentId}`);

  await goToSecurity(page);
  await page.getByText("Tell me about new receipts").click();
  await expect(toggle).not.toBeChecked();
  await expect.poll(() => countSubscriptions(first)).toBe(0);
});

test("a browser that blocks notifications says how to allow them", { tag: "@long" }, async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(Notification, "permission", { get: () => "denied" }),
  );
  await enterWallet(page);
  await addCard(page);
  await goToSecurity(page);
  await expect(page.getByText("Your browser blocks notifications of this site.")).toBeVisible();
  await expect(page.getByRole("switch")).toHaveCount(0);
});

test("a browser without push messages, or a service without their key, does not mention them", {
  tag: "@long",
}, async ({ page }) => {
  await enterWallet(page);
  await addCard(page);
  const key = "**/api/wallet/push-key";
  await page.route(key, (route) =>
    route.fulfill({ json: { success: true, data: { publicKey: null } } }),
  );
  await expectNoMention(page);
  await page.unroute(key);
  await page.addInitScript(() => Reflect.deleteProperty(window, "PushManager"));
  await page.reload();
  await expectNoMention(page);
});

async function expectNoMention(page: Page): Promise<void> {
  await goToSecurity(page);
  await expect(page.getByRole("heading", { name: "Erase this device" })).toBeVisible();
  await expect(page.getByText("Notifications")).toHaveCount(0);
}

async function goToSecurity(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Security", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Security" })).toBeVisible();
}

/**
 * Chromium without a head has no push service to subscribe at: this stands in for it, and everything from
 * the subscription on is the wallet's own. Nothing leaves this machine: the endpoint is an address, which
 * needs no DNS, and its key is no point of the curve, so that no message can be sealed for it.
 */
async function actAsPushBrowser(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const name = "test-push-endpoint";
    const key = { value: new ArrayBuffer(0) };
    const subscription = () => ({
      endpoint: localStorage.getItem(name),
      options: { applicationServerKey: key.value },
      toJSON: () => ({
        endpoint: localStorage.getItem(name),
        keys: { p256dh: `BG${"A".repeat(85)}`, auth: "A".repeat(22) },
      }),
      unsubscribe: async () => {
        localStorage.removeItem(name);
        return true;
      },
    });
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Object.assign(Notification, { requestPermission: async () => "granted" });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem(name) ? subscription() : null),
      subscribe: async (options: { applicationServerKey: ArrayBuffer }) => {
        key.value = options.applicationServerKey;
        localStorage.setItem(name, `https://1.1.1.1/push/${crypto.randomUUID()}`);
        return subscription();
      },
    });
  });
}
