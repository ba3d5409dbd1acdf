import { expect, type Page } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { readLink } from "./read-mailbox.ts";
import { makeMember, test } from "./signed-in.ts";
import { tabTo } from "./tab-to.ts";

test.use({ storageState: { cookies: [], origins: [] } });

const password = "four words in a row";

test("an account comes from the link in a letter, by keyboard alone", async ({ page }) => {
  const noise = listenForNoise(page);
  const email = `${crypto.randomUUID()}@e2e.example`;
  await page.goto("/sign-up");
  await tabTo(page, page.getByLabel("Organization"));
  await page.keyboard.type("Corner <b>Bakery</b>");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(email);
  await expect(page.getByRole("button", { name: "Continue" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
  await lookOver(page);

  await tabTo(page, page.getByRole("link", { name: "Open the mailbox" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Mailbox · Sealslip");
  const entry = page.getByRole("link", { name: email });
  await expect(entry).toContainText("Confirm your email address");
  await tabTo(page, entry);
  await page.keyboard.press("Enter");
  const letter = page.getByRole("article", { name: "Confirm your email address" });
  const link = letter.getByRole("link", { name: /\/confirm#sup_/ });
  await lookOver(page);
  await tabTo(page, link);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a password");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByText("Corner <b>Bakery</b>")).toBeVisible();
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type("football1234");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Is easy to guess.")).toBeVisible();
  await expect(page.getByLabel("Password")).toBeFocused();
  await lookOver(page);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/merchant");
  // The browser itself reports the refusal of the weak password.
  expect(noise.filter((line) => !line.includes("status of 400"))).toEqual([]);
});

test("a forgotten password is replaced through a letter, by keyboard alone", async ({
  page,
  playwright,
  origin,
}) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  const { email } = await makeMember(request);
  await page.goto("/sign-in");
  await tabTo(page, page.getByRole("link", { name: "Forgot password?" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle("Forgot your password? · Sealslip");
  await lookOver(page);
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(email);
  await expect(page.getByRole("button", { name: "Send the link" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");

  const link = await readLink(request, email);
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  await lookOver(page);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/merchant");
  expect((await request.get("/api/console/organization")).status()).toBe(401);

  await page.goto("/");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is no longer valid");
  await lookOver(page);
  await request.dispose();
});

test("a forgotten password is replaced on a phone", { tag: ["@phone", "@long"] }, async ({
  page,
  openRequest,
}) => {
  const { email } = await makeMember(await openRequest());
  await page.goto("/forgot-password");
  await lookOver(page);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
  await lookOver(page);

  await page.goto(await readLink(page.request, email));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  await page.getByLabel("Password").fill("football1234");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Is easy to guess.")).toBeVisible();
  await lookOver(page);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/merchant");
});

test("says that the password is set where the sign-in after it fails", async ({
  page,
  openRequest,
}) => {
  const request = await openRequest();
  const { email } = await makeMember(request);
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");

  await page.goto(await readLink(request, email));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a new password");
  await page.route("**/api/auth/callback/credentials", (route) => route.abort());
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page).toHaveURL("/sign-in?done=password");
  await expect(page.getByText("Your new password is set.")).toBeVisible();
  await lookOver(page);

  await page.unroute("**/api/auth/callback/credentials");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/merchant");
});

test("the mailbox and a letter fit a phone", { tag: ["@phone", "@long"] }, async ({
  page,
  request,
}) => {
  const email = `${crypto.randomUUID()}@e2e.example`;
  await signUp(page, email);
  await readLink(request, email);
  await page.goto("/mail");
  await page.getByRole("link", { name: email }).click();
  await expect(page.getByRole("article")).toBeVisible();
  await lookOver(page);
  await page.getByRole("link", { name: "Show it as HTML" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Confirm your email address");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(page.viewportSize()?.width);
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Organization").fill("Corner Bakery");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(email)).toBeVisible();
}
