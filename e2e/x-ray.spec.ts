import { expect, type Page } from "@playwright/test";
import { listStoredAs, type StorageForm } from "#lib/core/data-inventory.ts";
import { callAsIssuer } from "./issuer-api.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { test } from "./signed-in.ts";
import { prepare, tap } from "./terminal-page.ts";
import { seed, walk } from "./walk-visit.ts";

test.use({ kind: "platform" });

/** Presses the key of the X-ray until the page is seen as by that reader. */
async function look(page: Page, view: "service" | "thief"): Promise<void> {
  await page.keyboard.press("x");
  await expect(page.locator("html")).toHaveAttribute("data-x-ray", view);
}

/** The values of these forms that the page marks, and whether their text can be read. */
async function readMarked(page: Page, forms: readonly StorageForm[]) {
  const names = forms.flatMap(listStoredAs);
  return await page.evaluate((wanted) => {
    const marked = [...document.querySelectorAll<HTMLElement>("[data-stored]")];
    return marked
      .filter((one) => one.checkVisibility() && wanted.includes(one.dataset.stored ?? ""))
      .map((one) => {
        const { visibility, color } = getComputedStyle(one);
        return {
          name: one.dataset.stored,
          // A field stays usable, and its text has no color.
          isReadable: visibility === "visible" && color !== "rgba(0, 0, 0, 0)",
        };
      });
  }, names);
}

const secret = ["sealed", "keyed_hash", "hashed", "never"] as const;

/** Expects the page to hide what a reader cannot read, and nothing that is in the clear. */
async function expectHidden(page: Page, forms: readonly StorageForm[]): Promise<void> {
  const hidden = await readMarked(page, forms);
  expect(hidden.filter(({ isReadable }) => isReadable)).toEqual([]);
  const plain = await readMarked(page, ["plain"]);
  expect(plain.length).toBeGreaterThan(0);
  expect(plain.filter(({ isReadable }) => !isReadable)).toEqual([]);
}

test("the demo's receipt goes black, then is one ciphertext, then is back", async ({ page }) => {
  const noise = listenForNoise(page);
  await seed(page);
  await page.goto("/demo");
  await walk(page);
  const shop = page.locator("[data-ciphertext] [data-stored='receipt.shop']").first();
  await expect(shop).toBeVisible();

  await look(page, "service");
  await expectHidden(page, secret);
  await expect(shop).toBeHidden();
  await expect(page.getByRole("status").filter({ hasText: "X-ray" })).toContainText(
    "what the service cannot read is hidden",
  );
  expect((await readMarked(page, ["sealed"])).length).toBeGreaterThan(5);
  await lookOver(page);

  await look(page, "thief");
  await expectHidden(page, ["encrypted", ...secret]);
  const below = await page
    .locator("[data-ciphertext]")
    .first()
    .evaluate((paper) => getComputedStyle(paper, "::after").content);
  expect(below).toMatch(/in this one ciphertext: " "[\w-]{100,}…"$|ciphertext: [\w-]{100,}…"$/);

  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "X-ray" })).toBeHidden();
  await expect(shop).toBeVisible();
  expect(noise).toEqual([]);
});

test("the pages of the till, a merchant, and an issuer show what the service has", {
  tag: "@long",
}, async ({ page, request, origin }) => {
  const noise = listenForNoise(page);
  const api = callAsIssuer(request, origin);
  const cardholder = await api.register();
  const paymentId = await api.pay(cardholder.hashedPan);

  await page.goto(`/merchant/payments/${paymentId}`);
  await expect(page.getByRole("region", { name: "In the bank’s ledger" })).toBeVisible();
  await look(page, "service");
  await expectHidden(page, secret);
  expect(await readMarked(page, ["encrypted"])).toContainEqual({
    name: "payment.match_data",
    isReadable: true,
  });
  await look(page, "thief");
  await expectHidden(page, ["encrypted", ...secret]);
  await lookOver(page);

  await page.goto(`/issuer/cardholders/${cardholder.userId}`);
  await expect(page.getByRole("table", { name: "Receipts" })).toBeVisible();
  await look(page, "service");
  await expectHidden(page, secret);
  await look(page, "thief");
  await expectHidden(page, ["encrypted", ...secret]);

  await prepare(page);
  await tap(page);
  await expect(page.getByText("What the till wrote")).toBeVisible();
  await look(page, "service");
  await expectHidden(page, secret);
  expect((await readMarked(page, ["sealed"])).length).toBeGreaterThan(5);
  await lookOver(page);
  expect(noise).toEqual([]);
});

test("the key is a field's own, and can be turned off; the button stays", {
  tag: "@long",
}, async ({ page }) => {
  await page.goto("/issuer/cardholders");
  const bar = page.getByRole("region", { name: "X-ray" });
  await page.getByLabel("Start of a user id or key id").pressSequentially("x");
  await expect(bar).toBeHidden();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Control+x");
  await expect(bar).toBeHidden();

  const button = page.getByRole("button", { name: "X-ray", exact: true }).filter({ visible: true });
  await button.press("Enter");
  await expect(bar).toBeVisible();
  // Its label lies over it.
  const single = bar.getByLabel("Use single-key shortcuts");
  await single.press("Space");
  await expect(single).not.toBeChecked();
  await bar.getByRole("radio", { name: "A thief" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-x-ray", "thief");
  await bar.getByRole("button", { name: "Close the X-ray" }).press("Enter");
  await expect(bar).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(bar).toBeHidden();
});
