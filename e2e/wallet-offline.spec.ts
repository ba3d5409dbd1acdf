import { expect, type Page, test } from "@playwright/test";
import { addAuthenticator } from "./wallet-page.ts";
import {
  addCard,
  confirmWithPin,
  enterWallet,
  goToReceipt,
  openReceipt,
} from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

test.use({ serviceWorkers: "allow" });

test("a reload without a connection shows the list and what is kept, and says what needs one", async ({
  page,
  request,
  context,
}) => {
  await enterWallet(page);
  const { number, hashedPan } = await addCard(page);
  await payWithCard(request, hashedPan, { merchantName: "Garage" });
  await goToReceipt(page, await payWithCard(request, hashedPan));
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.getByText("Kept on this device, encrypted.")).toBeVisible();
  // The worker keeps the whole build, which is more than this page has loaded.
  await page.evaluate(() => navigator.serviceWorker.ready);

  // What the browser itself still has would hide what the worker lacks.
  const session = await context.newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
  await context.setOffline(true);
  await reloadOffline(page);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await expect(page.locator(".print-slip")).toHaveCount(0);
  await expect(page.getByText("checking your PIN needs a connection")).toBeVisible();
  await expect(page.getByRole("button", { name: "Open on this device" })).toBeDisabled();

  await page.getByRole("link", { name: "All receipts" }).click();
  const sealed = page.getByRole("link", { name: /Sealed receipt/ });
  await expect(sealed).toBeVisible();
  await page.getByRole("link", { name: "Cards" }).click();
  const card = page.getByRole("link", { name: `ends in ${number.slice(-4)}` });
  await expect(card).toBeVisible();
  await page.reload();
  await expect(card).toBeVisible();
  await expect(page.getByRole("link", { name: "Cards" })).toHaveAttribute("aria-current", "page");
  // The computed family names the font whether or not its file is there.
  const fonts = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].map(({ family, status }) => `${family}: ${status}`);
  });
  expect(fonts).toContain("Geist Variable: loaded");
  expect(fonts.filter((font) => font.endsWith("error"))).toEqual([]);

  await context.setOffline(false);
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await sealed.click();
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toContainText("Garage");
});

/** A page that loads while Chromium is set offline believes that it is online, until it is told again. */
async function reloadOffline(page: Page): Promise<void> {
  await page.reload();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.overrideNetworkState", {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

test("a passkey opens what is kept without a connection", { tag: "@long" }, async ({
  page,
  request,
  context,
}) => {
  await addAuthenticator(page);
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  await page.getByRole("link", { name: "Security" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await confirmWithPin(page);
  await expect(page.getByText("Set up", { exact: true })).toHaveCount(2);
  await payWithCard(request, hashedPan);
  await goToReceipt(page);
  await openReceipt(page);
  await confirmWithPasskey(page);
  await expect(page.getByText("Kept on this device, encrypted.")).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await reloadOffline(page);
  await openReceipt(page);
  await expect(page.getByRole("dialog")).toContainText("Your PIN needs a connection");
  await expect(page.getByRole("dialog").getByLabel(/PIN/)).toHaveCount(0);
  await confirmWithPasskey(page);
  await expect(page.locator(".print-slip")).toContainText("Corner Bakery");
});

test("a network that never answers does not keep the list away", { tag: "@long" }, async ({
  page,
  request,
}) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  await payWithCard(request, hashedPan);
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  const receipt = page.getByRole("link", { name: /Sealed receipt/ });
  await expect(receipt).toBeVisible();

  const asked: string[] = [];
  await page.route(
    "**/api/**",
    (route) => void asked.push(new URL(route.request().url()).pathname),
  );
  await page.reload();
  await expect(receipt).toBeVisible();
  expect(asked).toEqual(["/api/wallet/session"]);
});

test("what is kept for it is the shell of this build, and nothing else", { tag: "@long" }, async ({
  page,
}) => {
  await enterWallet(page);
  await addCard(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const older = "/_next/static/chunks/of-an-older-build.js";
  await page.evaluate(async (path) => {
    const cache = await caches.open("wallet-shell");
    await cache.put(path, new Response(""));
  }, older);
  expect(await listKept(page)).toContain(older);

  await page.goto("/wallet/vault");
  await expect.poll(() => listKept(page)).not.toContain(older);
  const kept = (await listKept(page)).filter((path) => !path.startsWith("/_next/static/"));
  expect(kept.sort()).toEqual(["/wallet", "/wallet/cards", "/wallet/vault"]);
});

async function confirmWithPasskey(page: Page): Promise<void> {
  await page.getByRole("button", { name: /with your passkey$/ }).click();
}

async function listKept(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const cache = await caches.open("wallet-shell");
    return (await cache.keys()).map(({ url }) => new URL(url).pathname);
  });
}
