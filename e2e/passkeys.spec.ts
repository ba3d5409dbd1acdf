import { type BrowserContext, expect, type Page } from "@playwright/test";
import { callFromPage } from "./call-from-page.ts";
import { lookOver } from "./look-over.ts";
import { makeSessionsOld } from "./make-sessions-old.ts";
import { listenForNoise } from "./noise.ts";
import { test as base, type Member, makeMember, signOut } from "./signed-in.ts";
import { addAuthenticator } from "./wallet-page.ts";

const account = "/merchant/account";

// Each of these tests changes how its member signs in: none of them shares one.
const test = base.extend<{ member: Member }>({
  member: async ({ openRequest }, use) => use(await makeMember(await openRequest())),
});

test("adds a passkey, signs in with it, renames it, and removes it", async ({
  page,
  context,
  member,
}) => {
  const noise = listenForNoise(page);
  await addAuthenticator(page);
  await page.goto(account);
  const panel = page.getByRole("region", { name: "Passkeys" });
  await expect(panel).toContainText("You have no passkey yet");
  await lookOver(page);
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  const codes = panel.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recoveryCode = (await codes.first().textContent()) ?? "";
  await lookOver(page);
  await panel.getByRole("button", { name: "I have saved them" }).click();
  await expect(panel.getByRole("table", { name: "Passkeys" })).toContainText(/Chrome|Safari/);
  await page.keyboard.press("Tab");
  await expect(panel.getByRole("table").getByRole("button").first()).toBeFocused();
  await lookOver(page);

  // Where the browser offers passkeys at the email field, this authenticator takes the offer at once.
  await signOut(page);
  await page.goto("/sign-in");
  await expect(page).toHaveURL("/merchant");

  await signOut(page);
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto("/sign-in");
  await lookOver(page);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/merchant");

  await page.goto(account);
  await panel.getByRole("button", { name: /^Rename / }).click();
  const name = page.getByRole("dialog").getByLabel("Name");
  await expect(name).toBeFocused();
  await name.fill("Key ring");
  await page.keyboard.press("Enter");
  await expect(panel.getByText("Key ring")).toBeVisible();
  expect(noise).toEqual([]);

  await signInElsewhere(context, member, recoveryCode);
  await panel.getByRole("button", { name: "Remove Key ring" }).click();
  await lookOver(page);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(panel).toContainText("You have no passkey yet");
});

test("asks for a proof once a sign-in is old, and then does what was asked for", {
  tag: "@long",
}, async ({ page, member }) => {
  await addAuthenticator(page);
  await page.goto("/merchant/team");
  await makeSessionsOld(page, member);
  const invitation = await askToInvite(page);
  const question = page.getByRole("dialog", { name: "Confirm to invite a member" });
  await expect(question.getByLabel("Password")).toBeFocused();
  await lookOver(page);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(page.getByText(/^Confirm that it is you first/)).toBeVisible();

  await invitation.press("Enter");
  await question.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(question.getByText("Password does not match.")).toBeVisible();
  await expect(question.getByLabel("Password")).toBeFocused();
  await question.getByLabel("Password").fill(member.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: /is invited$/ })).toBeVisible();

  await page.goto(account);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await makeSessionsOld(page, member);
  await page.goto("/merchant/team");
  await askToInvite(page);
  const usePasskey = question.getByRole("button", { name: "Use a passkey" });
  await expect(usePasskey).toBeFocused();
  await lookOver(page);
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(page.getByRole("dialog", { name: /is invited$/ })).toBeVisible();
});

test("leads whoever must have a second factor to one, before anything else", {
  tag: "@long",
}, async ({ page }) => {
  await addAuthenticator(page);
  await page.goto("/merchant/settings");
  await page.getByRole("button", { name: "Require it" }).click();
  await lookOver(page);
  await page.getByRole("dialog").getByRole("button", { name: "Require it" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up a second factor");
  await lookOver(page);
  await page.goto("/merchant/payments");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up a second factor");
  expect(await callFromPage(page, "GET", "/api/console/payments")).toBe(403);

  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments");
  await expect(page.getByRole("main")).toBeFocused();

  await page.goto(account);
  const panel = page.getByRole("region", { name: "Passkeys" });
  await panel.getByRole("button", { name: /^Remove / }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(dialog.getByText(/^This is your only second factor/)).toBeVisible();
});

/** With the password and a recovery code, on a device that has no passkey. */
async function signInElsewhere(context: BrowserContext, member: Member, code: string) {
  const browser = context.browser();
  const elsewhere = await browser?.newPage({ storageState: { cookies: [], origins: [] } });
  if (!elsewhere) throw new Error("the browser has gone");
  await elsewhere.goto(`${new URL(context.pages()[0]?.url() ?? "").origin}/sign-in`);
  await elsewhere.getByLabel("Email").fill(member.email);
  await elsewhere.getByLabel("Password").fill(member.password);
  await elsewhere.getByRole("button", { name: "Sign in", exact: true }).click();
  await elsewhere.getByLabel("Code").fill(code);
  await elsewhere.keyboard.press("Enter");
  await expect(elsewhere).toHaveURL(/\/merchant$/);
  await elsewhere.close();
}

/** Returns the field that sends the invitation when Enter is pressed in it. */
async function askToInvite(page: Page) {
  await page.getByRole("button", { name: "Invite a member" }).first().click();
  const email = page.getByRole("dialog").getByLabel("Email");
  await email.fill(`${crypto.randomUUID()}@e2e.example`);
  await email.press("Enter");
  return email;
}
