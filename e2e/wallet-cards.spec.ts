import { expect, test } from "@playwright/test";
import { readStorage } from "./wallet-page.ts";
import { addCard, enterWallet } from "./wallet-screens.ts";

test("a card that is removed leaves nothing of it here, and the other card stays", async ({
  page,
}) => {
  await enterWallet(page);
  const gone = await addCard(page);
  const kept = await addCard(page);
  await page.getByRole("link", { name: "Cards" }).click();
  const cards = page.locator("a[href^='/wallet/cards/']:not([href$=add])");
  await cards.first().click();
  const cardId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.getByRole("button", { name: "Remove this card" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`ends in ${gone.number.slice(-4)}`);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await readStorage(page)).toContain(cardId);

  await page.getByRole("button", { name: "Remove this card" }).click();
  await dialog.getByRole("button", { name: "Remove the card" }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(kept.number.slice(-4));
  expect(await readStorage(page)).not.toContain(cardId);
});
