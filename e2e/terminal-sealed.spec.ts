import { expect, type Page } from "@playwright/test";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { test as signedInAsMerchant } from "./signed-in.ts";
import {
  expectOnReader,
  openTerminal,
  pickCard,
  prepare,
  ringUp,
  tap,
  typeCard,
} from "./terminal-page.ts";
import { confirmWithPin, openReceipt, openSeeded, submitCard } from "./wallet-screens.ts";

// Its sessions may sell at the terminal and open in the wallet.
const test = signedInAsMerchant.extend({ kind: "platform" });

const called = /\/api\/v1\/payments\/\w+\/(prepare|create)$/;

test("a known card's receipt is sealed at the till, and only the wallet reads it", {
  tag: "@phone",
}, async ({ page }) => {
  await openSeeded(page, "/wallet");
  await page.goto("/wallet/cards/add");
  await page.getByRole("button", { name: "Generate a test card" }).click();
  const number = (await page.getByLabel("Card number").inputValue()).replaceAll(" ", "");
  await submitCard(page);
  await confirmWithPin(page);
  await expect(page.getByText("Its key, in words")).toBeVisible();

  const noise = listenForNoise(page);
  const calls = collectCalls(page);
  await openTerminal(page);
  await ringUp(page);
  await typeCard(page, number);
  await expect(page.getByRole("radio", { name: /^This till/ })).toBeChecked();
  await lookOver(page);
  await tap(page);
  await expectOnReader(page, "Approved");
  expect(calls.map(({ path }) => path)).toEqual(["prepare", "create"]);
  expectNothingToRead(calls);
  const { amount, receiptId } = JSON.parse(calls[1]?.body ?? "{}");
  expect(amount).toBe(1034);

  const panel = page.getByRole("region", { name: /^What the service received/ });
  const received = panel.getByRole("region", { name: "The service received" });
  const inside = panel.getByRole("region", { name: "Sealed inside" });
  await expect(received).toContainText(receiptId);
  await expect(received).toContainText("sealedReceipt");
  for (const word of words) {
    await expect(received).not.toContainText(word);
    await expect(inside).toContainText(word);
  }
  await expect(inside).toContainText("the service has none that opens it");
  const line = (name: string) => inside.getByRole("listitem").filter({ hasText: `"${name}"` });
  await expect(line("receiptId")).toContainText("also sent");
  await expect(line("sealedTo")).not.toContainText("also sent");
  await lookOver(page);
  await page.getByRole("radio", { name: "Kept" }).check();
  await expect(received).toContainText("HMAC-SHA-256(pepper, hash)");
  await expect(received).toContainText("not stored");
  await expect(inside).toContainText("Flat white");
  await lookOver(page);
  expect(noise).toEqual([]);

  await page.goto("/wallet");
  await page.getByRole("link", { name: /Sealed receipt/ }).click();
  await openReceipt(page);
  await confirmWithPin(page);
  await expect(page.locator(".print-slip")).toContainText("Flat white");
});

test("an unknown card's is sealed for the escrow, which the till says", async ({ page }) => {
  const calls = collectCalls(page);
  await openTerminal(page);
  await ringUp(page);
  await typeCard(page, createTestCardNumber());
  await tap(page);
  await expectOnReader(page, "Approved");
  expectNothingToRead(calls);
  await expect(page.getByRole("region", { name: "Scan to keep this receipt" })).toBeVisible();
  await expect(page.getByText("The service can open this receipt until")).toBeVisible();
  const inside = page.getByRole("region", { name: "Sealed inside" });
  await expect(inside).toContainText("until a wallet has the receipt, the service could open it");
  await lookOver(page);
});

test("the service seals where the till is told so, until the tab is closed", async ({ page }) => {
  const calls = collectCalls(page);
  await prepare(page);
  await page.getByRole("radio", { name: /^The service/ }).check();
  await expect(page.getByText("The receipt leaves this page in the clear")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: /^Charge/ }).click();
  await expect(page.getByRole("radio", { name: /^The service/ })).toBeChecked();
  await pickCard(page, "4242");
  await tap(page);
  await expectOnReader(page, "Approved");
  expect(calls.map(({ path }) => path)).toEqual(["create"]);
  expect(calls[0]?.body).toContain("Flat white");
  await expect(page.getByRole("region", { name: "Sealed inside" })).toHaveCount(0);
});

test("without a key, nothing is sent and nothing is left to settle, and the next try pays", async ({
  page,
}) => {
  const calls = collectCalls(page);
  await prepare(page);
  await page.route("**/prepare", (route) => route.abort("connectionreset"));
  await tap(page);
  await expectOnReader(page, "Retrying in");
  await expectOnReader(page, "Not sent");
  await expect(page.getByText("No payment was sent, and nothing was charged")).toBeVisible();
  await lookOver(page);
  expect(calls.map(({ path }) => path)).toEqual(["prepare", "prepare", "prepare"]);
  await page.reload();
  await expect(page.getByRole("button", { name: "Charge $10.34" })).toBeVisible();

  await page.getByRole("button", { name: /^Charge/ }).click();
  await pickCard(page, "4242");
  await tap(page);
  await expectOnReader(page, "Not sent");
  await page.unroute("**/prepare");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectOnReader(page, "Approved");
});

test("a reservation that ran out while the page slept is replaced", async ({ page }) => {
  const calls = collectCalls(page);
  await prepare(page);
  await page.route("**/create", (route) => route.fulfill(overtaken), { times: 1 });
  await tap(page);
  await expectOnReader(page, "Approved");
  expect(calls.map(({ path }) => path)).toEqual(["prepare", "create", "prepare", "create"]);
});

const overtaken = {
  status: 400,
  json: {
    error: {
      code: "invalid_request",
      message: "The request is not valid",
      details: "reservation: has expired; call prepare for a new one, and seal the receipt again",
      request_id: "req_1",
    },
  },
};

/** What is on every receipt here. */
const words = ["Flat white", "Blue Door Coffee", "Sales tax", "cardLast4", "terminalId"];

type Call = { path: string | undefined; body: string };

function collectCalls(page: Page): Call[] {
  const calls: Call[] = [];
  page.on("request", (request) => {
    const path = called.exec(request.url())?.[1];
    if (path) calls.push({ path, body: request.postData() ?? "" });
  });
  return calls;
}

function expectNothingToRead(calls: readonly Call[]): void {
  for (const { body } of calls) {
    for (const word of words) expect(body).not.toContain(word);
  }
}
