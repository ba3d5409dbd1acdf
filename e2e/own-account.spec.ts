import { readFile } from "node:fs/promises";
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { enter, home, openSignIn, test } from "./own-member.ts";

const path = "/merchant/account";
const another = "four other words in a row";

test("shows every time in the zone that was chosen", { tag: "@long" }, async ({ page }) => {
  await page.goto(path);
  await page.getByLabel("Time zone").selectOption("Asia/Tokyo");
  await expect(page.getByText(/^Now: .*GMT\+9$/)).toBeVisible();
  await page.getByLabel("Format").selectOption("British English");
  await page.goto("/merchant/settings");
  await expect(page.locator("time")).toHaveText(/^\d+ \w+ \d{4}, \d+:\d\d:\d\d (GMT\+9|JST)$/);
});

test("sets a second factor up, signs in with it, and switches it off", async ({
  page,
  browser,
  own,
  origin,
}) => {
  const noise = listenForNoise(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path);
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  await lookOver(page);
  const secret = await page.getByLabel("Secret", { exact: true }).inputValue();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const first = page.getByLabel("First code");
  await first.fill("12 34");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Must be the six digits that the app shows.")).toBeVisible();
  await first.fill(totp.generate());
  await page.getByRole("button", { name: "Turn on" }).click();

  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recoveryCodes = await codes.allTextContents();
  await lookOver(page);
  await page.getByRole("button", { name: "Copy all recovery codes" }).click();
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toBe(recoveryCodes.join("\n"));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  for (const code of recoveryCodes) expect(file).toContain(code);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();
  // The focus stays here: the button is the next stop.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Turn off" })).toBeFocused();
  for (const code of recoveryCodes) await expect(page.getByText(code)).toHaveCount(0);

  // A code is taken once, and the first one was: the next half minute's counts too.
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  const recovery = recoveryCodes[0] ?? "";
  for (const code of [next, recovery]) {
    const other = await openSignIn(browser, origin);
    await enter(other, own.email, own.password);
    const field = other.getByLabel("Code");
    await expect(field).toBeFocused();
    await field.fill(code);
    await other.keyboard.press("Enter");
    await expect(other).toHaveURL(home);
    await other.context().close();
  }
  const other = await openSignIn(browser, origin);
  await enter(other, own.email, own.password);
  await other.getByLabel("Code").fill(recovery);
  await other.keyboard.press("Enter");
  await expect(other.locator("form").getByRole("alert")).toContainText("This code is wrong");
  await lookOver(other);
  await other.getByRole("button", { name: "Use another account" }).click();
  await expect(other.getByLabel("Email")).toHaveValue("");
  await other.context().close();

  await page.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog");
  await lookOver(page);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("The authenticator app is removed")).toBeVisible();
  await expect(page.getByRole("button", { name: "Set up" })).toBeVisible();
  const last = await openSignIn(browser, origin);
  await enter(last, own.email, own.password);
  await expect(last).toHaveURL(home);
  await last.context().close();
  expect(noise).toEqual([]);
});

test("says at the field what is wrong with a password", { tag: "@long" }, async ({ page, own }) => {
  await page.goto(path);
  const { current, chosen, change } = passwordForm(page);
  await chosen.fill("short");
  await change.click();
  await expect(page.getByText("Must have 12 characters or more.")).toBeVisible();
  await current.fill("not the password");
  await chosen.fill(another);
  await change.click();
  await expect(page.getByText("Current password does not match.")).toBeVisible();
  await expect(current).toBeFocused();
  await lookOver(page);
  await current.fill(own.password);
  await chosen.fill(own.password);
  await change.click();
  await expect(page.getByText("Is your current password.")).toBeVisible();
  await expect(chosen).toBeFocused();
});

test("changes the password, and stays signed in here alone", async ({
  page,
  browser,
  own,
  origin,
}) => {
  const elsewhere = await openSignIn(browser, origin);
  await enter(elsewhere, own.email, own.password);
  await expect(elsewhere).toHaveURL(home);
  await page.goto(path);
  const { current, chosen, change } = passwordForm(page);
  await current.fill(own.password);
  await chosen.fill(another);
  await change.click();
  await expect(page.getByText("Password changed")).toBeVisible();
  await expect(current).toHaveValue("");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  const again = await openSignedOut(elsewhere.context());
  await enter(again, own.email, another);
  await expect(again).toHaveURL(path);
  await again.context().close();
});

test("lists where one is signed in, and signs out there", async ({
  page,
  browser,
  own,
  origin,
}) => {
  const elsewhere = await openSignIn(browser, origin);
  await enter(elsewhere, own.email, own.password);
  await expect(elsewhere).toHaveURL(home);
  await page.goto(path);
  const table = page.getByRole("table", { name: "Sessions" });
  await expect(table.getByText("This browser")).toHaveCount(1);
  await lookOver(page);
  await table.getByRole("button", { name: /^Sign out \S+ on / }).click();
  await expect(page.getByText(/^Signed out: \S+ on /)).toBeVisible();
  await expect(table.getByRole("button", { name: /^Sign out / })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Sign out everywhere else" })).toBeDisabled();
  await openSignedOut(elsewhere.context());
  await elsewhere.context().close();
});

test("signs out everywhere", { tag: "@long" }, async ({ page, browser, own, origin }) => {
  const elsewhere = await openSignIn(browser, origin);
  await enter(elsewhere, own.email, own.password);
  await expect(elsewhere).toHaveURL(home);
  await page.goto(path);
  await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
  await lookOver(page);
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL("/sign-in");
  await openSignedOut(elsewhere.context());
  await elsewhere.context().close();
});

/** Looks in a new tab once the session has ended: the earlier one may be leaving for the sign-in page by itself. */
async function openSignedOut(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  await expect(tab).toHaveURL(/\/sign-in\?next=/);
  return tab;
}

function passwordForm(page: Page) {
  return {
    current: page.getByLabel("Current password"),
    chosen: page.getByLabel("New password"),
    change: page.getByRole("button", { name: "Change password" }),
  };
}
