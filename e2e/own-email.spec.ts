import { expect } from "@playwright/test";
import { prisma } from "#lib/storage/database.ts";
import { withAppDatabase } from "./app-database.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { enter, home, openSignIn, test } from "./own-member.ts";
import { readLink } from "./read-mailbox.ts";
import { makeMember, signedOut } from "./signed-in.ts";

test("confirms the address, moves to another one, and signs in with it", async ({
  page,
  browser,
  own,
  origin,
}) => {
  const noise = listenForNoise(page);
  await withAppDatabase(async () => {
    await prisma().member.update({ where: { email: own.email }, data: { emailVerifiedAt: null } });
  });
  await page.goto("/merchant/payments");
  await expect(page.getByText("Your email address is not confirmed")).toBeVisible();
  await lookOver(page);
  await page.getByRole("button", { name: "Send a confirmation" }).click();
  await expect(page.getByRole("status").getByText("Check your inbox")).toBeVisible();
  await page.goto(await readLink(page.request, own.email));
  await expect(page.getByText(`You sign in with ${own.email}`)).toBeVisible();
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your address is confirmed");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(home);
  await expect(page.getByText("Your email address is not confirmed")).toHaveCount(0);

  const email = `moved-${own.email}`;
  await page.goto("/merchant/account");
  const field = page.getByLabel("New email");
  await field.fill(own.email);
  await field.press("Enter");
  await expect(page.getByText("Is your address already.")).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(email);
  await field.press("Enter");
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await lookOver(page);

  // Somebody who is signed out signs in on the way, and the link is still there.
  const other = await (
    await browser.newContext({ baseURL: origin, storageState: signedOut })
  ).newPage();
  await other.goto(await readLink(page.request, email));
  await expect(other).toHaveURL(/\/sign-in\?next=/);
  await enter(other, own.email, own.password);
  await expect(other.getByText(`sign in with ${email} instead of ${own.email}`)).toBeVisible();
  await lookOver(other);
  await other.getByRole("button", { name: "Confirm the address" }).click();
  await expect(other.getByRole("heading", { level: 1 })).toHaveText("Your address is confirmed");
  await expect(other.getByText(email)).toBeVisible();
  await lookOver(other);
  await other.context().close();
  const moved = await openSignIn(browser, origin);
  await enter(moved, email, own.password);
  await expect(moved).toHaveURL(home);
  await moved.context().close();
  // One's own address was refused.
  expect(noise.filter((line) => !line.includes("status of 409"))).toEqual([]);
});

test("an issuer's member moves to another address, and comes back to their console", {
  tag: "@long",
}, async ({ browser, origin, openRequest }) => {
  const { email, state } = await makeMember(await openRequest(), "issuer");
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  await page.goto("/issuer/account");
  await page.getByLabel("New email").fill(`moved-${email}`);
  await page.getByLabel("New email").press("Enter");
  await expect(page.getByText("Check your inbox")).toBeVisible();
  await lookOver(page);
  await page.goto(await readLink(page.request, `moved-${email}`));
  await page.getByRole("button", { name: "Confirm the address" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/issuer(\/|$)/);
  await page.goto("/issuer/account");
  await expect(page.getByRole("main").getByText(`moved-${email}`)).toBeVisible();
  await context.close();
});
