import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { HOLD_MS } from "#components/ui/use-hold.ts";
import { runsLong } from "#lib/testing/runs-long.ts";
import { createHandoverCode } from "./join-visit.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { reportFigure } from "./report-figure.ts";
import { pin } from "./seed-vault.ts";
import { confirm, paper, seed, walk } from "./walk-visit.ts";
import { addAuthenticator, readStorage } from "./wallet-page.ts";
import { addCard, enterDemoWallet } from "./wallet-screens.ts";

test.use({ serviceWorkers: "allow" });

const MAX_CLICKS = 5;
const strangers = runsLong ? 20 : 3;

/** A stranger who counts clicks. */
function visitorOn(page: Page) {
  const start = Date.now();
  const count = { clicks: 0 };
  return {
    async click(role: "button" | "link", name: string | RegExp): Promise<void> {
      count.clicks += 1;
      await page.getByRole(role, { name }).click();
    },
    /** On the seal. Longer than it needs: a slow machine is late in both. */
    async hold(name: string): Promise<void> {
      count.clicks += 1;
      await page.getByRole("button", { name }).click({ delay: 2 * HOLD_MS });
    },
    /** The same by keyboard, which counts as well. */
    async press(name: string | RegExp): Promise<void> {
      count.clicks += 1;
      await page.getByRole("button", { name }).focus();
      await page.keyboard.press("Enter");
    },
    report(how: string): void {
      const seconds = ((Date.now() - start) / 1000).toFixed(1);
      reportFigure(`a receipt opened ${how}: ${count.clicks} clicks, ${seconds} s`);
      expect(count.clicks).toBeLessThanOrEqual(MAX_CLICKS);
    },
  };
}

const calls = [
  ["Payment", "/api/v1/payments/gateway_one/prepare"],
  ["Payment", "/api/v1/payments/gateway_one/create"],
  ["Card", "/api/v1/onboarding/register"],
  ["Consent", "/api/v1/keys/grant-access"],
  ["Envelope", "/api/v1/payments/envelope"],
] as const;

test("a stranger opens a receipt with a passkey, and finds it in the wallet", {
  tag: "@phone",
}, async ({ page }) => {
  const noise = listenForNoise(page);
  await addAuthenticator(page);
  const visitor = visitorOn(page);
  await page.goto("/");
  await visitor.click("link", "Buy a coffee, open the receipt");
  await visitor.click("button", "Tap to pay $9.80");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your receipt is waiting");
  await expect(page.getByText("Escrowed")).toBeVisible();
  await expect(page.getByText(/^a keyed hash, [0-9a-f]{16}…$/)).toBeVisible();
  await visitor.click("button", "Add to wallet");
  await visitor.hold("Allow once");
  await expect(paper(page)).toBeVisible();
  visitor.report("with a passkey");

  await expect(page.getByText("The same receipt, in the service’s database")).toBeVisible();
  for (const [tab, path] of calls) {
    await page.getByRole("radio", { name: tab, exact: true }).check();
    await expect(page.getByText(`POST ${path}`)).toBeVisible();
  }
  await page.getByText("All that the service keeps").click();
  await expect(page.getByText("It never has")).toBeVisible();
  await page.getByRole("radio", { name: "Payment", exact: true }).check();
  const inside = page.getByRole("region", { name: "Sealed inside" });
  await expect(inside).toContainText('"name": "Croissant"');
  await expect(inside.getByText("also sent")).toHaveCount(0);
  await inside.getByRole("button", { name: /^Show all \d+ lines$/ }).click();
  await expect(inside.getByRole("listitem").filter({ hasText: '"paymentId"' })).toContainText(
    "also sent",
  );
  await lookOver(page);
  await page.getByRole("link", { name: "Open the full wallet" }).click();
  const listed = page.locator("a[href^='/wallet/receipts/']");
  await expect(listed).toHaveCount(1);
  await expect(listed).toContainText("$9.80");
  await page.getByRole("link", { name: "Back to the demo" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sealed, as before");
  expect(noise).toEqual([]);
});

test("a stranger opens a receipt with a PIN, by keyboard, and the service gets no number and no key", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  const visitor = visitorOn(page);
  await page.goto("/");
  await visitor.click("link", "Buy a coffee, open the receipt");
  const pay = page.getByRole("button", { name: /Tap to pay/ });
  await expect(pay).toBeVisible();
  const { number } = await readCard(page);
  expect(number).toMatch(/^9\d{15}$/);
  await visitor.press(/Tap to pay/);
  await expect(page.getByRole("heading", { level: 1, name: /waiting/ })).toBeFocused();
  await page.getByLabel("Choose a PIN").fill(pin);
  await page.getByLabel("The same PIN again").fill(pin);
  await visitor.press("Add to wallet");
  await visitor.press("Allow once");
  await expect(paper(page)).toBeVisible();
  visitor.report("with a PIN");
  const traffic = sent.join("\n");
  expect(traffic).not.toContain(number);
  expect(traffic).not.toContain(pin);
  expect(traffic).not.toContain("PRIVATE KEY");
  expect(traffic).toContain("sealedReceipt");
  for (const word of ["Flat white", "Blue Door Coffee", number.slice(-4)]) {
    expect(traffic).not.toContain(word);
  }
  expect(await readStorage(page)).not.toContain("Flat white");
});

test("pays with its own card, whatever cards the wallet has", async ({ page }) => {
  await enterDemoWallet(page);
  await addCard(page);
  // What else a visit sees in its wallet is what it buys in the demo.
  await page.getByRole("link", { name: "Go to your receipts" }).click();
  await expect(page.getByRole("link", { name: "Buy a coffee in the demo" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the demo" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Buy a coffee");
  await walk(page);
});

test("buys something else without another key, restarts, and survives a reload and a second tab", {
  tag: "@long",
}, async ({ page }) => {
  await seed(page);
  await page.goto("/demo");
  await walk(page);
  await page.getByRole("button", { name: "Buy something else" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Buy something else");
  await expect(page.getByText("Add the card, done")).toBeVisible();
  await page.getByRole("button", { name: "Tap to pay $9.25" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Sealed to your key by the till",
  );
  // The card was registered before, so the payment is what came last.
  await expect(page.getByRole("radio", { name: "Payment", exact: true })).toBeChecked();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("Approved: $9.25")).toBeVisible();
  // What was sent is known after a reload, and what was bought is not in the browser's storage.
  await expect(page.getByText('"merchantId": "mer_4b7a61f0"').first()).toBeVisible();
  expect(await readStorage(page)).not.toContain("Cold brew");
  await expect(page.getByRole("region", { name: "Basket" })).toContainText("Cold brew");
  await page.getByRole("button", { name: "Open on this device" }).press("Enter");
  await page.getByLabel(/PIN/).fill("481598");
  await page.keyboard.press("Enter");
  await expect(page.getByText("That PIN is wrong")).toBeVisible();
  await expect(page.getByLabel(/PIN/)).toBeFocused();
  await confirm(page);
  await expect(paper(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByText("All that the service keeps").click();
  await expect(page.getByText("this receipt, which the till sealed to your key")).toBeVisible();

  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sealed, as before");
  for (const [tab, path] of calls) {
    await page.getByRole("radio", { name: tab, exact: true }).check();
    await expect(page.getByText(`POST ${path}`)).toBeVisible();
  }
  await page.getByRole("button", { name: "Open on this device" }).press("Enter");
  await confirm(page);
  await expect(paper(page)).toBeVisible();

  const second = await page.context().newPage();
  await second.goto("/demo");
  await second.getByRole("button", { name: "Buy something else" }).click();
  await second.getByRole("button", { name: /Tap to pay/ }).click();
  await expect(second.getByRole("button", { name: "Open on this device" })).toBeVisible();

  await page.goto("/demo");
  await page.getByRole("button", { name: "Open on this device" }).press("Enter");
  await confirm(page);
  const before = await readCard(page);
  await page.getByRole("button", { name: "Start again" }).click();
  await page.getByRole("button", { name: "Erase and start again" }).click();
  await page.getByRole("button", { name: "Tap to pay $9.80" }).click();
  // At once: nobody has to come back to it first.
  const notice = second.getByRole("main").getByRole("alert");
  await expect(notice).toContainText("Another tab has started again");
  await expect(notice.getByRole("button").or(notice.getByRole("link"))).toHaveCount(1);
  await second.getByRole("button", { name: "Go on with the new visit" }).click();
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("Your receipt is waiting");
  await second.close();
  // Nothing is left of the visit before, its PIN neither.
  await page.getByLabel("Choose a PIN").fill(pin);
  await page.getByLabel("The same PIN again").fill(pin);
  await page.getByRole("button", { name: "Add to wallet" }).click();
  await page.getByRole("button", { name: "Allow once" }).press("Enter");
  await expect(paper(page)).toBeVisible();
  expect((await readCard(page)).number).not.toBe(before.number);
});

test("a tab that opens while another adds the card leaves its key alone", async ({
  page,
  context,
}) => {
  await seed(page);
  await page.goto("/demo");
  await expect(page.getByRole("button", { name: /Tap to pay/ })).toBeVisible();

  const second = await context.newPage();
  const asked = Promise.withResolvers<void>();
  const added = Promise.withResolvers<void>();
  await second.route("**/api/demo/visit", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const response = await route.fetch();
    asked.resolve();
    await added.promise;
    return route.fulfill({ response });
  });
  await second.goto("/demo");
  await asked.promise;
  await walk(page);
  added.resolve();
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("Sealed, as before");
  await second.getByRole("button", { name: "Open on this device" }).press("Enter");
  await confirm(second);
  await expect(paper(second)).toBeVisible();
});

test("goes on with a phone, and the first device follows", async ({ page, browser, baseURL }) => {
  await page.goto("/demo");
  await page.getByRole("button", { name: /Tap to pay/ }).click();
  await expect(page.getByText(/open this page at an address that it can reach/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Use my phone" })).toHaveCount(0);

  // What the QR code holds at an address that a phone can reach.
  const { hashedPan, last4 } = await readCard(page);
  const code = await createHandoverCode(page);
  const hash = new URLSearchParams({ code, card: hashedPan, last4 });
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const phone = await context.newPage();
  await seed(phone);
  await phone.goto(`/demo#${hash}`);
  await phone.getByRole("button", { name: "Add to wallet" }).click();
  await confirm(phone);
  await comeBackTo(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your phone has the key");
  await phone.getByRole("button", { name: "Allow once" }).press("Enter");
  await expect(paper(phone)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Opened on your phone");

  await phone.goto("/example.json");
  await phone.goto(`/demo#${hash}`);
  await expect(phone.getByRole("heading", { name: "This link was used already" })).toBeVisible();
  await phone.getByRole("button", { name: "Start a visit here" }).click();
  // This phone has one: its receipt was opened, and is sealed again.
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Sealed, as before");
  await context.close();
});

test(`${strangers} strangers at once each open their own receipt`, async ({ browser, baseURL }) => {
  const start = Date.now();
  const options = { ...(baseURL ? { baseURL } : {}), reducedMotion: "reduce" as const };
  const open = () => browser.newContext(options);
  const contexts = await Promise.all(Array.from({ length: strangers }, open));
  const receipts = await Promise.all(contexts.map(openOwnReceipt));
  expect(new Set(receipts).size).toBe(strangers);
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  reportFigure(`${strangers} receipts opened at once: ${seconds} s`);
});

/** Returns the number of the receipt, which is for this visitor's card. */
async function openOwnReceipt(context: BrowserContext): Promise<string> {
  const page = await context.newPage();
  await seed(page);
  await page.goto("/demo");
  await walk(page);
  const { last4 } = await readCard(page);
  await expect(page.getByText(`Test card •••• ${last4}`)).toBeVisible();
  const receiptId = await page.getByText(/^R-/).first().textContent();
  await context.close();
  return receiptId ?? "";
}

/** The card of the visit, as the page remembers it. */
async function readCard(page: Page): Promise<Record<"number" | "hashedPan" | "last4", string>> {
  return await page.evaluate(() => JSON.parse(localStorage.getItem("sealslip.visit") ?? "{}"));
}

/** As somebody does who was in another tab: the page asks at once what has changed. */
async function comeBackTo(page: Page): Promise<void> {
  await page.evaluate(() =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
}
