import { expect, type Page } from "@playwright/test";
import { pool } from "#lib/storage/database.ts";
import { withAppDatabase } from "./app-database.ts";
import { chooseTime } from "./choose-filter.ts";
import { lookOver } from "./look-over.ts";
import { makeSessionsOld } from "./make-sessions-old.ts";
import { listenForNoise } from "./noise.ts";
import { openPalette } from "./open-palette.ts";
import { pay } from "./pay.ts";
import { path, rows } from "./payment-rows.ts";
import { test as base, type Member, makeMember } from "./signed-in.ts";

// What this test makes old is no other test's session.
const test = base.extend<{ member: Member }>({
  member: async ({ openRequest }, use) => use(await makeMember(await openRequest())),
});

test("a merchant finds yesterday's failed 18.40 by typing it, learns why and what to do, refunds another in part with the step-up inside the same dialog", async ({
  page,
  member,
  request,
  origin,
}) => {
  const noise = listenForNoise(page);
  const broke = { paymentMethod: "pm_card_chargeDeclinedInsufficientFunds" };
  const fields = { amount: 1840, currency: "eur" };
  const failed = await pay(request, { origin, fields: { ...fields, ...broke }, status: 402 });
  await moveToYesterday(failed.receiptId);
  const today = await pay(request, { origin, fields });
  const other = await pay(request, { origin, fields: { amount: 1250, currency: "gbp" } });

  await page.goto(path);
  await expect(rows(page)).toHaveCount(3);
  const search = page.getByLabel("Search", { exact: true });
  await search.fill("18,40");
  await search.press("Enter");
  await expect(rows(page)).toHaveCount(2);
  await chooseTime(page, "Yesterday");
  await expect(rows(page)).toHaveCount(1);
  await lookOver(page);
  await rows(page).getByRole("link").click();

  const note = page.getByRole("main").getByRole("alert");
  await expect(note).toContainText("There is not enough money on the card.");
  await expect(note).toContainText("Ask for another card");
  await expect(note).toContainText("insufficient_funds");
  await lookOver(page);
  await page.reload();
  await expect(note).toBeVisible();
  await page.getByRole("link", { name: "Payments", exact: true }).last().click();
  await expect(search).toHaveValue("18,40");
  await expect(rows(page)).toHaveCount(1);
  await expect(page).toHaveURL(/time=yesterday/);
  await expect(page.getByText(today.receiptId)).toHaveCount(0);

  await findByPalette(page, "£12.50", other.receiptId);
  expect(noise).toEqual([]);
  await makeSessionsOld(page, member);
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Merchant name")).toHaveValue("");
  await dialog.getByLabel("Amount in GBP").fill("2,50");
  await dialog.getByRole("button", { name: "Refund £2.50" }).click();
  await expect(dialog.getByText("Must not be empty.")).toBeVisible();
  await dialog.getByLabel("Merchant name").fill("Corner Bakery");
  await dialog.getByRole("button", { name: "Refund £2.50" }).click();

  await expect(dialog).toHaveCount(1);
  await expect(dialog).toHaveAccessibleName("Confirm to refund £2.50");
  await expect(dialog.getByLabel("Password")).toBeFocused();
  await expect(dialog.getByLabel("Merchant name")).toBeHidden();
  await lookOver(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveAccessibleName("Refund this payment");
  await expect(dialog.getByText("Nothing was refunded")).toBeVisible();
  await expect(dialog.getByLabel("Merchant name")).toHaveValue("Corner Bakery");
  await dialog.getByRole("button", { name: "Refund £2.50" }).press("Enter");
  await dialog.getByLabel("Password").fill(member.password);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.locator("main header").getByText("Partly refunded")).toBeVisible();
});

test("a shop that has a name in the settings has it on its refunds", { tag: "@long" }, async ({
  page,
  request,
  origin,
}) => {
  await page.goto("/merchant/settings");
  const panel = page.getByRole("region", { name: "Shop names" });
  await panel.getByRole("button", { name: "Name a shop" }).click();
  const naming = page.getByRole("dialog", { name: "Name a shop" });
  await naming.getByRole("button", { name: "Save" }).click();
  await expect(naming.getByText("Must not be empty.")).toHaveCount(2);
  await lookOver(page);
  await naming.getByLabel("Merchant ID").fill("bakery-7");
  await naming.getByLabel("Name", { exact: true }).fill("Corner Bakery");
  await naming.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByRole("row", { name: /Corner Bakery.*bakery-7/ })).toBeVisible();
  await lookOver(page);

  const { paymentId } = await pay(request, { origin });
  await page.goto(`${path}/${paymentId}`);
  await page.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Merchant name")).toHaveValue("Corner Bakery");
  await dialog.getByRole("button", { name: "Refund $12.50" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator("main header").getByText("Refunded", { exact: true })).toBeVisible();

  await page.goto("/merchant/settings");
  await panel.getByRole("button", { name: "Remove the name Corner Bakery" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the name" }).click();
  await expect(panel).toContainText("No shop has a name yet");
});

/** With its id, which begins with its time. */
async function moveToYesterday(receiptId: string): Promise<void> {
  const noon = new Date();
  noon.setDate(noon.getDate() - 1);
  noon.setHours(12, 0, 0, 0);
  const time = noon.getTime().toString(16).padStart(12, "0");
  await withAppDatabase(async () => {
    const found = "SELECT id FROM payment WHERE receipt_id = $1";
    const { rows } = await pool().query<{ id: string }>(found, [receiptId]);
    const id = rows[0]?.id ?? "";
    const moved = `pay_${time}${id.slice(16)}`;
    const move = "UPDATE payment SET id = $2, created_at = $3 WHERE id = $1";
    await pool().query(move, [id, moved, noon]);
    await pool().query("UPDATE payment_event SET payment_id = $2 WHERE payment_id = $1", [
      id,
      moved,
    ]);
  });
}

async function findByPalette(page: Page, text: string, receiptId: string): Promise<void> {
  const field = await openPalette(page);
  await field.fill(text);
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  await expect(palette.getByRole("option", { name: receiptId })).toContainText("£12.50");
  await palette.getByRole("option", { name: receiptId }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("£12.50");
}
