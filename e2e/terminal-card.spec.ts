import { expect, type Request } from "@playwright/test";
import { createTestCardNumber } from "#lib/wallet/card-number.ts";
import { lookOver } from "./look-over.ts";
import { test } from "./signed-in.ts";
import { expectOnReader, openTerminal, pickCard, ringUp, sha256, tap } from "./terminal-page.ts";
import { readStorage } from "./wallet-page.ts";

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
  await page.getByRole("radio", { name: "Type a card number" }).check();
  const field = page.getByLabel("Card number", { exact: true });
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
  // The hash goes where it belongs: to have a key named for it, and with the payment.
  expect(sent.split(sha256(number))).toHaveLength(3);
  expect(kept.storage).not.toContain(sha256(number));
});

test("a card that is out of sight pays nothing", async ({ page }) => {
  await openTerminal(page);
  await ringUp(page);
  await pickCard(page, "4242");
  const pay = page.getByRole("button", { name: /^Tap card/ });
  await expect(pay).toBeEnabled();
  await page.getByRole("radio", { name: "Type a card number" }).check();
  await page.getByLabel("Card number", { exact: true }).fill("5555555555554444");
  await expect(pay).toBeDisabled();
  await page.getByLabel("Card number", { exact: true }).press("Enter");
  await expect(page.getByRole("radio", { name: "4444" })).toBeChecked();
  await expect(pay).toBeEnabled();
});

test("says at the field what is wrong with a number", { tag: "@long" }, async ({ page }) => {
  await openTerminal(page);
  await ringUp(page);
  await page.getByRole("radio", { name: "Type a card number" }).check();
  const field = page.getByLabel("Card number", { exact: true });
  for (const [typed, message] of [
    ["4242 4242 4242 4243", "Card number has a wrong digit: the check digit does not match."],
    ["4242x", "Card number contains something other than digits."],
    ["5555 5555 5555 4444 4", "Card number has too many digits."],
    ["4242 42", "Card number is incomplete."],
  ] as const) {
    await field.fill(typed);
    await field.press("Enter");
    await expect(page.getByText(message)).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
  }
  await lookOver(page);
  await field.fill("4342 4242 4242 4242");
  for (const key of ["Home", "ArrowRight", "ArrowRight", "Backspace", "2"]) await field.press(key);
  await expect(field).toHaveValue("4242 4242 4242 4242");
  await field.fill("378282246310005");
  await expect(page.getByText("American Express, valid: use this card.")).toBeVisible();
  await expect(field).toHaveValue("3782 822463 10005");
  await expect(page.getByRole("button", { name: /^Tap card/ })).toBeDisabled();
});

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
