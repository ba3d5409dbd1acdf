import { expect, test } from "@playwright/test";
import { listenForNoise } from "./noise.ts";
import { confirm, paper, seed } from "./walk-visit.ts";
import { addAuthenticator } from "./wallet-page.ts";

// The moment of opening, with the motion that the other files do without.

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("the seal opens when it is held, at once by keyboard, and without motion at a press", async ({
  page,
}) => {
  const noise = listenForNoise(page);
  await seed(page);
  await page.goto("/demo");
  await page.getByRole("button", { name: /Tap to pay/ }).click();
  await page.getByRole("button", { name: "Add to wallet" }).click();
  await confirm(page);
  const title = page.getByRole("heading", { level: 1 });
  const seal = page.getByRole("button", { name: "Allow once" });
  await seal.click();
  const without = page.getByRole("button", { name: "open without holding" });
  await expect(without).toBeVisible();
  await expect(seal).toHaveAttribute("data-seal", "whole");
  await expect(title).toHaveText("Your receipt is sealed to you");
  const before = await seal.boundingBox();
  await seal.hover();
  await page.mouse.down();
  await expect(seal).toHaveAttribute("data-seal", "held");
  expect(await seal.boundingBox()).toEqual(before);
  // While the button is still down.
  await expect(paper(page)).toBeVisible();
  await page.mouse.up();

  await page.reload();
  const again = page.getByRole("button", { name: "Open on this device" });
  const sheet = page.getByRole("dialog");
  await again.press("Enter");
  await expect(sheet).toBeVisible();
  await expect(page.locator("[data-seal=broken]")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(again).toHaveAttribute("data-seal", "whole");
  await again.press("Space");
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");

  // For who can neither hold nor use a keyboard.
  await again.click();
  await without.click();
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(page.getByText("Press to open")).toBeVisible();
  await again.click();
  await confirm(page);
  await expect(paper(page)).toBeVisible();
  expect(noise).toEqual([]);
});

test("a clicker presents the real demo in three beats", async ({ page }) => {
  const noise = listenForNoise(page);
  await addAuthenticator(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/demo");
  await expect(page.getByRole("button", { name: /Tap to pay/ })).toBeVisible();
  await page.keyboard.press("p");
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Somebody buys a coffee");
  await expect(page.getByText("Play money, no account")).toBeHidden();
  await page.keyboard.press("PageDown");
  await expect(title).toHaveText("Waiting for a key");
  await expect(page.getByRole("button", { name: "Add to wallet" })).toBeVisible();
  await page.keyboard.press("PageDown");
  await expect(title).toHaveText("Sealed to one key");
  await expect(page.getByText("Flat white")).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(title).toHaveText("Opened here, and only here");
  await expect(title).toBeFocused();
  const [mine, theirs] = [page.getByRole("figure").nth(0), page.getByRole("figure").nth(1)];
  await expect(mine).toContainText("Flat white");
  await expect(theirs).toContainText("$9.80");
  await expect(theirs).not.toContainText("Flat white");
  const section = page.getByRole("region", { name: "Presentation" });
  expect(await section.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
  await page.keyboard.press("PageUp");
  await expect(title).toHaveText("Sealed to one key");
  await page.keyboard.press("ArrowLeft");
  await expect(title).toHaveText("Somebody buys a coffee");
  await expect(page.getByText("Approved")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(title).toHaveText("Only your key opens this");
  await expect(page.getByRole("button", { name: "Present" })).toBeFocused();
  expect(noise).toEqual([]);
});
