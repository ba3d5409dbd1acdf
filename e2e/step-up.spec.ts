import { expect, type Page } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { makeSessionsOld } from "./make-sessions-old.ts";
import { test as base, type Member, makeMember } from "./signed-in.ts";
import { expectOnReader, prepare, tap } from "./terminal-page.ts";
import { confirmWithPin, openSeeded, submitCard, typeTestCard } from "./wallet-screens.ts";

// What these tests make old is no other test's session.
const test = base.extend<{ member: Member }>({
  member: async ({ openRequest }, use) => use(await makeMember(await openRequest(), "platform")),
});

test("a member's wallet asks for a proof where it asked for consent, and then adds the card", {
  tag: "@long",
}, async ({ page, member }) => {
  await openSeeded(page, "/wallet");
  await makeSessionsOld(page, member);
  await typeTestCard(page);
  await submitCard(page);
  await confirmWithPin(page);
  await expect(askedPassword(page)).toBeFocused();
  await lookOver(page);
  await page.keyboard.press("Escape");
  const declined = page.getByText("You did not confirm that it is you", { exact: true });
  await expect(declined).toBeVisible();

  await page.getByRole("button", { name: "Try again" }).click();
  await confirmWithPin(page);
  await prove(page, member);
  await expect(page.getByText("Its key, in words")).toBeVisible();
});

test("a till asks for a proof before it refunds", async ({ page, member }) => {
  await prepare(page);
  await tap(page);
  await expectOnReader(page, "Approved");
  await makeSessionsOld(page, member);
  await page.getByRole("button", { name: "Refund" }).click();
  const refund = page.getByRole("dialog");
  await refund.getByRole("button", { name: /^Refund/ }).click();
  await prove(page, member);
  await expect(refund).toBeHidden();
  await expect(page.getByText("Refunded since")).toBeVisible();
});

function askedPassword(page: Page) {
  const question = page.getByRole("dialog", { name: /^Confirm to / });
  return question.getByLabel("Password");
}

async function prove(page: Page, { password }: Member): Promise<void> {
  await expect(askedPassword(page)).toBeFocused();
  await askedPassword(page).fill(password);
  await page.keyboard.press("Enter");
}
