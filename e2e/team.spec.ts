import { expect, type Page } from "@playwright/test";
import { answerLate } from "./answer-late.ts";
import { callFromPage } from "./call-from-page.ts";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { readLink } from "./read-mailbox.ts";
import { makeMember, signedOut, test } from "./signed-in.ts";

const path = "/merchant/team";
const password = "four words in a row";

test("invites a viewer, who may look and nothing more, until an owner says otherwise", async ({
  browser,
  playwright,
  origin,
}) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  const owner = await makeMember(request);
  const ownersBrowser = await browser.newContext({ baseURL: origin, storageState: owner.state });
  const page = await ownersBrowser.newPage();
  const noise = listenForNoise(page);
  const email = `${crypto.randomUUID()}@e2e.example`;
  await page.goto(path);
  await expect(page.getByText("No pending invitations")).toBeVisible();
  await lookOver(page);
  const link = await invite(page, email, "Viewer");

  const guestsBrowser = await browser.newContext({ baseURL: origin, storageState: signedOut });
  const guest = await guestsBrowser.newPage();
  await join(guest, link);
  await guest.goto(path);
  const notice = guest.getByText("requires the owner role; yours is viewer.");
  await expect(notice).toBeVisible();
  const button = guest.getByRole("button", { name: "Invite a member" }).first();
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription(/requires the owner role/);
  await expect(roleOf(guest, owner.email)).toBeDisabled();
  await lookOver(guest);
  const key = { name: "Till", scopes: ["payments:write"] };
  expect(await callFromPage(guest, "POST", "/api/console/api-keys", key)).toBe(403);
  expect(
    await callFromPage(guest, "POST", "/api/console/invitations", { email, role: "owner" }),
  ).toBe(403);

  await page.reload();
  await roleOf(page, email).click();
  await page.getByRole("menuitemradio", { name: /^Developer/ }).click();
  await expect(page.getByText(`${email} is now a developer`)).toBeVisible();
  await expect(roleOf(page, email)).toHaveText("Developer");
  expect(await callFromPage(guest, "POST", "/api/console/api-keys", key)).toBe(401);
  await guest.reload();
  await guest.getByLabel("Email").fill(email);
  await guest.getByLabel("Password").fill(password);
  await guest.getByRole("button", { name: "Sign in" }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Team");
  expect(await callFromPage(guest, "POST", "/api/console/api-keys", key)).toBe(201);

  await page.getByRole("button", { name: `Remove ${email}` }).click();
  const question = page.getByRole("dialog", { name: `Remove ${email}?` });
  await lookOver(page);
  await question.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(`${email} is no longer a member`)).toBeVisible();
  await expect(roleOf(page, email)).toHaveCount(0);
  await guest.reload();
  await expect(guest).toHaveURL(/\/sign-in\?next=/);
  expect(noise).toEqual([]);
  await Promise.all([ownersBrowser.close(), guestsBrowser.close(), request.dispose()]);
});

test("sends a link, replaces it by another one, and withdraws it", { tag: "@long" }, async ({
  page,
}) => {
  const email = `${crypto.randomUUID()}@e2e.example`;
  await page.goto(path);
  const first = await invite(page, email, "Developer");
  const list = page.getByRole("table", { name: "Pending invitations" });
  await expect(list).toContainText(email);
  await lookOver(page);

  await page.getByRole("button", { name: `Send the invitation to ${email} again` }).click();
  await page.getByRole("button", { name: "Send again", exact: true }).click();
  await expect(page.getByRole("dialog", { name: `${email} is invited` })).toBeVisible();
  expect(await readLink(page.request, email, first)).toMatch(/#inv_/);
  await lookOver(page);
  await page.getByRole("button", { name: "Done" }).click();

  const guest = await page.context().newPage();
  await guest.goto(first);
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("no longer valid");
  await page.getByRole("button", { name: `Withdraw the invitation for ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(page.getByText(`The invitation for ${email} is withdrawn`)).toBeVisible();
  await expect(
    page.getByRole("button", { name: `Send the invitation to ${email} again` }),
  ).toHaveCount(0);
});

test("says at the field why somebody cannot be invited", async ({ page, member }) => {
  await page.goto(path);
  await page.getByRole("button", { name: "Invite a member" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Invite a member" });
  const email = dialog.getByLabel("Email");
  await email.fill("nobody");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(dialog).toContainText("Email must be an email address.");
  await email.fill(member.email);
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(dialog).toContainText("This person is a member already.");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(email).toBeFocused();
  await lookOver(page);
});

test("keeps the last owner, and lets one of two step down", { tag: "@long" }, async ({
  browser,
  playwright,
  origin,
}) => {
  const request = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { Origin: origin },
  });
  const { state, email, password: owners } = await makeMember(request);
  const context = await browser.newContext({ baseURL: origin, storageState: state });
  const page = await context.newPage();
  await page.goto(path);
  await expect(roleOf(page, email)).toBeDisabled();
  await expect(roleOf(page, email)).toHaveAccessibleDescription("The last owner");
  await expect(page.getByRole("button", { name: "Leave the organization" })).toBeDisabled();

  const other = { email: `${crypto.randomUUID()}@e2e.example`, role: "owner" };
  await request.post("/api/console/invitations", { data: other });
  const token = new URL(await readLink(request, other.email)).hash.slice(1);
  await request.post("/api/console/invitations/accept", { data: { token, password } });
  await page.reload();
  await roleOf(page, email).click();
  await page.getByRole("menuitemradio", { name: /^Viewer/ }).click();
  await page.getByRole("button", { name: "Give up ownership" }).click();
  await expect(page).toHaveURL("/sign-in");
  await page.goto(`/sign-in?next=${path}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(owners);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(roleOf(page, email)).toBeDisabled();
  await expect(page.getByText("requires the owner role; yours is viewer.")).toBeVisible();
  await Promise.all([context.close(), request.dispose()]);
});

test("draws loading and error of members and invitations, each by itself", {
  tag: "@long",
}, async ({ page }) => {
  const members = await answerLate(page, "**/api/console/members");
  await page.goto(path);
  await expect(page.getByText("Loading the members")).toBeAttached();
  await lookOver(page);
  await members.refuse();
  const alert = page.getByRole("region", { name: "Members" }).getByRole("alert");
  await expect(alert).toContainText("Not today.");
  await expect(page.getByRole("region", { name: "Pending invitations" })).toBeVisible();
  await members.giveWay();
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Members" })).toBeVisible();
});

function roleOf(page: Page, email: string) {
  return page.getByRole("button", { name: `Role of ${email}` });
}

test("the dialog of an invitation stays until the answer, and shows it", { tag: "@long" }, async ({
  page,
}) => {
  await page.goto(path);
  await page.getByRole("button", { name: "Invite a member" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill("late@e2e.example");
  const invitations = await answerLate(page, "**/api/console/invitations");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await invitations.refuse();
  await expect(dialog).toContainText("Not today.");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Invite a member" }).first().click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("radio", { name: role, exact: true }).check();
  await page.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByRole("dialog", { name: `${email} is invited` })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  return await readLink(page.request, email);
}

async function join(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL(/\/merchant(\/|$)/);
}
