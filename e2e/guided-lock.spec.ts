import { expect, test } from "@playwright/test";
import { pin } from "./seed-vault.ts";
import { paper } from "./walk-visit.ts";
import { addAuthenticator } from "./wallet-page.ts";
import { readShifts, watchShifts } from "./watch-shifts.ts";

// The passkey or the PIN that the demo asks for.

test("leaves a passkey that does not answer for a PIN, and comes back to it", async ({ page }) => {
  const authenticator = await addAuthenticator(page);
  await page.addInitScript(() => {
    // As a prompt that nobody sees: it neither ends nor heeds its signal.
    navigator.credentials.create = () => new Promise(() => undefined);
  });
  await page.goto("/demo");
  await page.getByRole("button", { name: /Tap to pay/ }).click();
  await page.getByRole("button", { name: "Add to wallet" }).click();
  await expect(page.getByText("Waiting for your passkey.")).toBeVisible();
  await page.getByRole("button", { name: "Use a PIN instead" }).click();
  await expect(page.getByText("The passkey request was canceled.")).toBeVisible();
  const field = page.getByLabel("Choose a PIN");
  await expect(field).toBeFocused();
  await page.keyboard.type("4815");
  await expect(page.getByText("2 more digits needed.")).toBeVisible();
  await page.getByRole("button", { name: "Use a passkey instead" }).click();
  await expect(page.getByRole("button", { name: "Add to wallet" })).toBeFocused();
  await authenticator.remove();
});

test("brings into sight what is asked for next, on a small phone, and moves nothing else", {
  tag: ["@phone-only", "@long"],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await watchShifts(page);
  await page.goto("/demo");
  await page.getByRole("button", { name: /Tap to pay/ }).click();
  const field = page.getByLabel("Choose a PIN");
  await expect(field).toHaveAccessibleDescription(/not all the same or in a row/);
  await field.pressSequentially("123456");
  await expect(page.getByText("Too easy to guess")).toBeVisible();
  await field.fill("");
  await field.pressSequentially(pin);
  const again = page.getByLabel("The same PIN again");
  const add = page.getByRole("button", { name: "Add to wallet" });
  await expect(again).toBeInViewport({ ratio: 1 });
  await expect(add).toBeInViewport({ ratio: 1 });
  await again.fill(pin);
  await add.click();
  const allow = page.getByRole("button", { name: "Allow once" });
  await expect(allow).toBeInViewport({ ratio: 1 });
  await allow.press("Enter");
  await expect(paper(page)).toBeVisible();
  expect((await readShifts(page)).sum).toBeLessThan(0.005);
});
