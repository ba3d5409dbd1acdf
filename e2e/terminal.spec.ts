import { createHash } from "node:crypto";
import { expect, type Page, type Request } from "@playwright/test";
import { createTestCardNumber } from "#lib/wallet/test-cards.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { makeMember, test } from "./signed-in.ts";
import { expectOnReader, openTerminal, pickCard, prepare, ringUp, tap } from "./terminal-page.ts";
import { readStorage } from "./wallet-page.ts";

const create = "**/api/v1/payments/*/create";

test("sells, takes a card, and shows what the service received and keeps", {
  tag: "@phone",
}, async ({ page }) => {
  // Ten looks with axe.
  test.slow();
  const noise = listenForNoise(page);
  await openTerminal(page);
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Charge/ })).toBeDisabled();
  await lookOver(page);

  const key = page.getByRole("button", { name: /^Flat white/ });
  await key.click();
  await key.click();
  await expect(key).toContainText("2 in the basket");
  await page.getByRole("button", { name: "One Flat white more" }).click();
  await page.getByRole("button", { name: "One Flat white less" }).click();
  await page.getByRole("radio", { name: "20%" }).check();
  const basket = page.getByRole("region", { name: "Basket" });
  await expect(basket).toContainText("Sales tax 8.875%$0.84");
  await expect(basket).toContainText("Total$12.24");
  await lookOver(page);
  await page.getByRole("button", { name: "Charge $12.24" }).click();
  await expect(page.getByText("Pick a card, or type its number.")).toBeVisible();
  await pickCard(page, "4242");
  await lookOver(page);

  const called = page.waitForRequest(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  const { recipientHashedPan, ...sent } = (await called).postDataJSON();
  expect(recipientHashedPan).toBe(sha256("4242424242424242"));
  expect(sent).toMatchObject({ amount: 1224, taxAmount: 84, subtotal: 1140, cardLast4: "4242" });

  const panel = page.getByRole("region", { name: /^What the service received/ });
  for (const part of [sent.receiptId, "Flat white", "Blue Door Coffee", "477bba13…69d89f05"]) {
    await expect(panel.getByRole("list")).toContainText(part);
  }
  await expect(panel).not.toContainText(recipientHashedPan);
  await expect(panel).toContainText("The sealed envelope");
  await expect(panel).toContainText("Content key, wrapped256 bytes");
  await lookOver(page);

  await page.getByRole("radio", { name: "Kept" }).check();
  await expect(panel.getByRole("list")).toContainText(sent.receiptId);
  for (const part of ["Flat white", "Blue Door Coffee", "477bba13"]) {
    await expect(panel.getByRole("list")).not.toContainText(part);
  }
  await lookOver(page);
  expect(noise).toEqual([]);

  await page.getByRole("button", { name: "New sale" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
});

test("leads to the payment in the console, and to the wallet", async ({ page }) => {
  await prepare(page);
  const answered = page.waitForResponse(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  const { paymentId } = (await (await answered).json()).data;
  await expect(page.getByText(paymentId, { exact: true })).toBeVisible();
  const wallet = page.getByRole("link", { name: /^Open the wallet/ });
  await expect(wallet).toHaveAttribute("href", "/wallet");
  await page.getByRole("link", { name: "See it in the console" }).click();
  await expect(page).toHaveURL(new RegExp(`/merchant/payments/${paymentId}`));
  await expect(page.getByRole("heading", { level: 1, name: "Payment of $10.34" })).toBeVisible();
});

test("a typed number never leaves the page: not by any request, not into any storage", async ({
  page,
  context,
}) => {
  const number = createTestCardNumber();
  const traffic: string[] = [];
  context.on("request", (request) => void traffic.push(writeDown(request)));
  page.on("websocket", (socket) => {
    socket.on("framesent", ({ payload }) => void traffic.push(payload.toString()));
  });
  await openTerminal(page);
  await ringUp(page);
  await page.getByRole("radio", { name: "Type a number" }).check();
  const field = page.getByLabel("Card number");
  // Key by key, so that whatever looks at half a number is caught as well.
  await field.pressSequentially(number);
  await field.press("Enter");
  await expect(page.getByText(`•••• ${number.slice(-4)}`)).toBeVisible();
  await tap(page);
  await expectOnReader(page, "Approved");
  await expect(page.getByText("The sealed envelope")).toBeVisible();

  const sent = traffic.join("\n");
  const { href, stored, shown } = await page.evaluate(() => ({
    href: window.location.href,
    stored: JSON.stringify(window.history.state),
    shown: document.documentElement.outerHTML,
  }));
  const kept = { sent, href, stored, shown, storage: await readStorage(page) };
  for (const [place, text] of Object.entries(kept)) {
    for (const trace of tracesOf(number)) expect(text, place).not.toContain(trace);
  }
  // The hash goes where it belongs, once.
  expect(sent.split(sha256(number))).toHaveLength(2);
  expect(kept.storage).not.toContain(sha256(number));
});

test("says at the field what is wrong with a number", async ({ page }) => {
  await openTerminal(page);
  await ringUp(page);
  await page.getByRole("radio", { name: "Type a number" }).check();
  const field = page.getByLabel("Card number");
  for (const [typed, message] of [
    ["4242 4242 4242 4243", "Has a wrong digit: its check digit does not fit."],
    ["4242x", "Has something in it that is no digit."],
    ["5555 5555 5555 4444 4", "Has too many digits."],
    ["4242 42", "Is not complete."],
  ] as const) {
    await field.fill(typed);
    await field.press("Enter");
    await expect(page.getByText(message)).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await lookOver(page);
  await field.fill("378282246310005");
  await expect(page.getByText("American Express, valid.")).toBeVisible();
  await expect(field).toHaveValue("3782 822463 10005");
  await expect(page.getByRole("button", { name: /^Tap card/ })).toBeDisabled();
});

test("a lost answer is asked for again with the same ids, and there is one payment", async ({
  page,
}) => {
  const bodies = collectBodies(page);
  await prepare(page, "Time out");
  await tap(page);
  await expectOnReader(page, "Again in");
  await expectOnReader(page, "Approved");
  expect(bodies).toHaveLength(2);
  expect(bodies[1]).toBe(bodies[0]);
  const attempts = page.getByRole("region", { name: "The same request, 2 times" });
  await expect(attempts.getByRole("listitem")).toHaveText([/^1503/, /^2201/]);

  const { receiptId } = JSON.parse(bodies[0] ?? "{}");
  const list = await page.request.get("/api/console/payments", {
    params: { search: receiptId },
    headers: { "X-Environment": "development", "Sec-Fetch-Site": "same-origin" },
  });
  const { payments } = (await list.json()).data;
  expect(payments).toMatchObject([{ receiptId, status: "succeeded" }]);
});

test("a gateway that fails each time leaves the payment open, to be set aside", async ({
  page,
}) => {
  const bodies = collectBodies(page);
  await prepare(page, "Fail");
  await tap(page);
  await expectOnReader(page, "No answer");
  await expect(page.getByText("Nobody knows yet whether it was charged")).toBeVisible();
  expect(bodies).toHaveLength(3);
  await lookOver(page);
  await page.getByRole("button", { name: "Set it aside" }).click();
  await expect(page.getByText("Nothing rung up yet")).toBeVisible();
});

test("a network that comes back finishes the payment that was tried", async ({ page }) => {
  const bodies = collectBodies(page);
  await prepare(page);
  await page.route(create, (route) => route.abort("connectionreset"), { times: 3 });
  await tap(page);
  await expectOnReader(page, "No answer");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectOnReader(page, "Approved");
  expect(bodies).toHaveLength(4);
  expect(new Set(bodies).size).toBe(1);
});

test("a declined card may be followed by another, under the same receipt", async ({ page }) => {
  const bodies = collectBodies(page);
  await prepare(page, "Decline");
  await tap(page);
  await expectOnReader(page, "Declined");
  await expect(page.getByText("Its reason: card_declined.")).toBeVisible();
  await lookOver(page);

  await page.getByRole("button", { name: "Try another card" }).click();
  await pickCard(page, "4444");
  await page.getByRole("radio", { name: "Approve" }).check();
  await tap(page);
  await expectOnReader(page, "Approved");
  const [first, second] = bodies.map((body) => JSON.parse(body));
  expect(second.receiptId).toBe(first.receiptId);
  expect(second.transactionId).toBe(first.transactionId);
  expect(second.recipientHashedPan).not.toBe(first.recipientHashedPan);
});

for (const { shop, item, total, currency, amount } of [
  { shop: "Bakery", item: "Roggenbrot", total: "4,60 €", currency: "eur", amount: 460 },
  { shop: "Konbini", item: "Lager, 350 ml", total: "¥235", currency: "jpy", amount: 235 },
]) {
  test(`sells in the ${shop}'s currency through the second gateway`, async ({ page }) => {
    await openTerminal(page);
    await page.getByRole("radio", { name: shop }).check();
    await page.getByRole("button", { name: new RegExp(`^${item}`) }).click();
    await expect(page.getByRole("region", { name: "Basket" })).toContainText(total);
    await page.getByRole("button", { name: /^Charge/ }).click();
    await pickCard(page, "1117");
    await page.getByRole("radio", { name: "Gateway two" }).check();
    const answered = page.waitForResponse(create);
    await tap(page);
    await expect(page.getByText("Approved")).toBeVisible();
    const { veroMetadata } = (await (await answered).json()).data;
    expect(veroMetadata).toMatchObject({ amount, currency, gateway: "gateway_two" });
  });
}

test("takes a tip by hand, and says what is no amount", async ({ page }) => {
  await openTerminal(page);
  await page.getByRole("button", { name: /^Drip coffee/ }).click();
  await page.getByRole("radio", { name: "Other" }).check();
  const field = page.getByLabel("Tip in USD");
  await field.fill("1.234");
  await expect(page.getByText("Must be an amount such as 2.50")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Charge/ })).toBeDisabled();
  await lookOver(page);
  await field.fill("1,50");
  await page.getByRole("button", { name: "Charge $5.31" }).click();
  await page.getByRole("button", { name: "Back to the sale" }).click();
  await expect(field).toHaveValue("1.50");
});

test("needs no mouse", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openTerminal(page);
  await page.getByRole("button", { name: /^Cold brew/ }).press("Enter");
  await page.getByRole("button", { name: /^Charge/ }).press("Enter");
  await expect(page.getByRole("heading", { name: "Which card pays?" })).toBeFocused();
  await page.getByRole("radio", { name: "4242" }).press("Space");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "5556" })).toBeChecked();
  await page.getByRole("button", { name: /^Tap card/ }).press("Enter");
  await expectOnReader(page, "Approved");
  await page.getByRole("button", { name: "New sale" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("takes nothing in production, says why, and leads to where it does", async ({ page }) => {
  await page.goto("/terminal?environment=production");
  await expect(page.getByRole("heading", { name: "No card is tapped here" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Charge/ })).toBeHidden();
  await lookOver(page);
  await page.getByRole("button", { name: "Switch to staging" }).click();
  await ringUp(page);
  await pickCard(page, "4242");
  const called = page.waitForRequest(create);
  await tap(page);
  await expectOnReader(page, "Approved");
  expect((await called).headers()["x-environment"]).toBe("staging");
});

test("shows a failure of the gateways, and tries again", async ({ page }) => {
  await openTerminal(page);
  await page.route("**/api/console/gateways", (route) => route.fulfill({ status: 403, json: {} }));
  await ringUp(page);
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await lookOver(page);
  await page.unroute("**/api/console/gateways");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("radio", { name: "Approve" })).toBeVisible();
});

test("an issuer is told whose terminal it is", async ({ browser, playwright, origin }) => {
  const headers = { Origin: origin };
  const request = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: headers,
  });
  const { state } = await makeMember(request, "issuer");
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  await page.goto("/terminal");
  await expect(page.getByRole("heading", { name: "The terminal is the merchant’s" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the wallet instead" })).toBeVisible();
  await page.getByRole("button", { name: "Sign out, and in as a merchant" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fterminal/);
  await context.close();
  await request.dispose();
});

function collectBodies(page: Page): string[] {
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/create")) bodies.push(request.postData() ?? "");
  });
  return bodies;
}

function writeDown(request: Request): string {
  const headers = JSON.stringify(request.headers());
  return [request.method(), request.url(), headers, request.postData() ?? ""].join("\n");
}

/** The number, and what it could hide as: in groups, backwards, in base64, in part. */
function tracesOf(number: string): string[] {
  return [
    number,
    number.slice(0, -4),
    number.replace(/(.{4})(?=.)/g, "$1 "),
    number.replace(/(.{4})(?=.)/g, "$1-"),
    number.replace(/(.{4})(?=.)/g, "$1%20"),
    number.replace(/(.{4})(?=.)/g, "$1+"),
    [...number].reverse().join(""),
    Buffer.from(number).toString("base64url"),
    Buffer.from(number).toString("hex"),
    BigInt(number).toString(16),
  ];
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
