import { expect, test } from "@playwright/test";
import { joinVisit, payAsVisit } from "./join-visit.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { reportFigure } from "./report-figure.ts";
import { weighScripts } from "./script-weight.ts";
import { pin } from "./seed-vault.ts";
import { addAuthenticator, readStorage } from "./wallet-page.ts";
import {
  addCard,
  becomeIssuer,
  confirmWithPin,
  createWallet,
  enterDemoWallet,
  enterWallet,
  goToReceipt,
  openReceipt,
  submitCard,
  typeTestCard,
} from "./wallet-screens.ts";
import { payWithCard } from "./wallet-service.ts";

test.use({ serviceWorkers: "allow" });

const budget = 245_000;

test("by passkey: card, payment, receipt without reload, consent, paper", {
  tag: ["@phone", "@desktop-long"],
}, async ({ page, request }) => {
  const noise = listenForNoise(page);
  await addAuthenticator(page);
  await becomeIssuer(page);
  await page.goto("/");
  await page.getByRole("link", { name: "Wallet", exact: true }).click();
  await page.getByRole("button", { name: /Use a passkey/ }).click();
  await expect(page.getByText("First, add a card")).toBeVisible();
  const { hashedPan } = await typeTestCard(page);
  await submitCard(page);
  await page.getByRole("button", { name: /with your passkey$/ }).click();
  await expect(page.getByText("Your card is ready")).toBeVisible();
  await page.getByRole("link", { name: "Go to your receipts" }).click();
  await expect(page.getByText("No receipts yet")).toBeVisible();

  await payWithCard(request, hashedPan);
  await expect(page.getByText("Sealed", { exact: true })).toBeVisible();
  await goToReceipt(page);
  await openReceipt(page);
  await page.getByRole("button", { name: /with your passkey$/ }).click();
  await expect(page.locator(".print-slip")).toContainText("Corner Bakery");
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await page.getByRole("link", { name: "All receipts" }).click();
  await page.getByLabel("Search receipts on this device").fill("corner");
  await expect(page.getByRole("link", { name: /Corner Bakery/ })).toBeVisible();
  await page.getByLabel("Search receipts on this device").fill("garage");
  await expect(page.getByText("only the amount, the month, and the receipt number")).toBeVisible();
  expect(noise).toEqual([]);
});

test("a whole session sends and stores no number, PIN, key or receipt", async ({
  page,
  request,
}) => {
  const sent: string[] = [];
  page.on("request", (one) => {
    sent.push([one.url(), JSON.stringify(one.headers()), one.postData() ?? ""].join("\n"));
  });
  await createWallet(page);
  const { number, hashedPan } = await addCard(page);
  await payWithCard(request, hashedPan, { merchantName: "Whisper & Sons" });
  await goToReceipt(page);
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toContainText("Whisper & Sons");

  expect(sent.filter((text) => text.includes("/api/v1/")).length).toBeGreaterThan(3);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const places = { sent: sent.join("\n"), stored: await readStorage(page) };
  expect(places.stored).toContain("/_next/static/");
  for (const [place, all] of Object.entries(places)) {
    // The scripts that the worker keeps have an error text with the label of a private key.
    const text = all.replaceAll("PKCS#8 (-----BEGIN PRIVATE KEY-----)", "");
    for (const secret of [number, pin, "Whisper", "BEGIN PRIVATE KEY", "06092a864886f70d010101"]) {
      expect(text.includes(secret), `${secret} in what was ${place}`).toBe(false);
    }
  }
  expect(places.sent.split(hashedPan)).toHaveLength(2);
  expect(places.stored).not.toContain(hashedPan);
});

test("escrow first, card later; a wrong PIN opens nothing", async ({ page, request }) => {
  await enterWallet(page);
  const { hashedPan } = await typeTestCard(page);
  for (const _ of [1, 2, 3]) await payWithCard(request, hashedPan);
  await submitCard(page);
  await confirmWithPin(page, "111222");
  await expect(page.getByRole("dialog")).toContainText("That PIN is wrong");
  await confirmWithPin(page);
  await expect(page.getByText("3 receipts were waiting for you")).toBeVisible();
  await page.getByRole("link", { name: "See your receipts" }).click();
  await expect(page.locator("a[href^='/wallet/receipts/']")).toHaveCount(3);
});

test("a backup moves a visit's keys to another browser profile", { tag: "@long" }, async ({
  page,
  browser,
}) => {
  await enterDemoWallet(page);
  const { hashedPan } = await addCard(page);
  await payAsVisit(page, hashedPan);
  await page.getByRole("link", { name: "Security" }).click();
  await page.getByLabel("Passphrase for the file").fill("four words of mine");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the backup file" }).click();
  await confirmWithPin(page);
  const file = await (await downloading).path();

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  // Of another visit, the service would not know the card.
  await joinVisit(page, other);
  await enterDemoWallet(other);
  await other.getByRole("link", { name: "Security" }).click();
  await other.getByLabel("Backup file").setInputFiles(file);
  const restore = other.getByRole("button", { name: "Restore", exact: true });
  await other.getByLabel("Passphrase of the file").fill("four words of yours");
  await restore.click();
  await expect(other.getByText("That passphrase does not open this backup")).toBeVisible();
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await other.getByLabel("Passphrase of the file").fill("four words of mine");
  await restore.click();
  await confirmWithPin(other);
  await expect(other.getByText("Its key opened a receipt just now.")).toBeVisible();
  await goToReceipt(other);
  await openReceipt(other);
  await confirmWithPin(other);
  await expect(other.locator(".print-slip")).toContainText("Corner Bakery");
  await context.close();
});

test("a new key for new receipts; without the old one the old receipts say so", {
  tag: "@long",
}, async ({ page, request }) => {
  await enterWallet(page);
  const { hashedPan } = await addCard(page);
  await payWithCard(request, hashedPan);
  await page.getByRole("link", { name: "Cards" }).click();
  await page.locator("a[href^='/wallet/cards/']").last().click();
  await page.getByRole("button", { name: "Create a new key" }).click();
  await confirmWithPin(page);
  await page.getByRole("button", { name: "Delete from this device" }).click();
  await page.getByRole("button", { name: "Delete the key" }).click();
  await expect(page.getByText("For older receipts")).toHaveCount(0);
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await expect(page.getByText("Key not on this device")).toBeVisible();
  await goToReceipt(page);
  await openReceipt(page);
  await expect(page.getByText("This receipt was sealed to another key")).toBeVisible();
});

test("the first visit stays within its JavaScript, and finds nothing to complain about", async ({
  page,
}) => {
  const noise = listenForNoise(page);
  const scripts = weighScripts(page);
  await page.goto("/wallet", { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Open the demo wallet" })).toBeVisible();
  const sum = await scripts.sum();
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(budget);
  expect(noise).toEqual([]);
  reportFigure(`first visit of the wallet: ${sum} bytes of JavaScript, compressed`);
});

test("on an IP address, which has no passkeys, a PIN is the only way", async ({
  page,
  baseURL,
}) => {
  const address = (baseURL ?? "").replace("localhost", "127.0.0.1");
  await page.goto(`${address}/wallet?demo`);
  await expect(page.getByText("Passkeys do not work at this address")).toBeVisible();
  await expect(page.getByRole("button", { name: /passkey/ })).toHaveCount(0);
});

test("a list of several cards: new ones are marked, a card is chosen, a name is given", {
  tag: "@long",
}, async ({ page, request }) => {
  await enterWallet(page);
  const first = await addCard(page);
  const second = await addCard(page);
  for (const { hashedPan } of [first, first, second]) await payWithCard(request, hashedPan);
  await page.getByRole("link", { name: "Cards" }).click();
  await page.getByRole("button", { name: `Move Card ${second.number.slice(-4)} up` }).click();
  const cards = page.locator("a[href^='/wallet/cards/']:not([href$=add])");
  await expect(cards.first()).toContainText(second.number.slice(-4));
  await cards.first().click();
  await page.getByLabel("Name on this device").fill("Groceries");
  await page.getByRole("button", { name: "Save" }).click();

  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  const rows = page.locator("a[href^='/wallet/receipts/']");
  await expect(page.getByRole("heading", { name: "Today" })).toBeVisible();
  await expect(rows.filter({ hasText: "New" })).toHaveCount(3);
  await page.getByRole("radio", { name: /Groceries/ }).check();
  await expect(rows).toHaveCount(1);
  await rows.click();
  await page.getByRole("link", { name: "All receipts" }).click();
  await expect(rows.filter({ hasText: "New" })).toHaveCount(2);
  await lookOver(page);
  await page.getByRole("button", { name: "Mark all as seen" }).click();
  await expect(rows.filter({ hasText: "New" })).toHaveCount(0);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: "New" })).toHaveCount(0);
});

test("can be installed", async ({ page, request }) => {
  await page.goto("/wallet");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const manifest = await (await request.get(href ?? "")).json();
  expect(manifest).toMatchObject({ start_url: "/wallet", display: "standalone" });
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
});

test("no accessibility violation on any screen", { tag: ["@phone", "@desktop-long"] }, async ({
  page,
  request,
}) => {
  await page.goto("/wallet");
  await expect(page.getByRole("button", { name: "Open the demo wallet" })).toBeVisible();
  await lookOver(page);
  await createWallet(page);
  await lookOver(page);
  const { hashedPan } = await typeTestCard(page);
  await payWithCard(request, hashedPan);
  await lookOver(page);
  await submitCard(page);
  await expect(page.getByRole("dialog")).toBeVisible();
  await lookOver(page);
  await confirmWithPin(page);
  await expect(page.getByText("1 receipt was waiting for you")).toBeVisible();
  await lookOver(page);
  await goToReceipt(page);
  await lookOver(page);
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toBeVisible();
  // A paper may end below the tabs.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await lookOver(page);
  await page.getByRole("link", { name: "All receipts" }).click();
  await expect(page.getByRole("link", { name: /Corner Bakery/ })).toBeVisible();
  await lookOver(page);
  await page.getByRole("link", { name: "Cards" }).click();
  await page.locator("a[href^='/wallet/cards/']").last().click();
  await expect(page.getByText("Keys on this device")).toBeVisible();
  await lookOver(page);
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByRole("heading", { name: "Back up" })).toBeVisible();
  await lookOver(page);
});
