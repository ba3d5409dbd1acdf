import { expect, type Page } from "@playwright/test";
import { lookOver } from "./look-over.ts";
import { listenForNoise } from "./noise.ts";
import { readLink } from "./read-mailbox.ts";
import { makeMember, signOut, test } from "./signed-in.ts";

const nobody = { cookies: [], origins: [] };
test.use({ storageState: nobody });

test("says that email or password is wrong, and which of them to nobody", async ({
  page,
  member,
}) => {
  await page.goto("/sign-in");
  await fill(page, member.email, "not the password");
  await expect(alertOf(page)).toContainText("The email or password is wrong.");
  await expect(page.getByLabel("Password")).toHaveValue("");
  await lookOver(page);
});

test("signs in to the own console, and never to another server", async ({ page, member }) => {
  for (const next of ["https://evil.example/", "//evil.example", "/..//evil.example"]) {
    await signOut(page);
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await fill(page, member.email, member.password);
    await expect(page).toHaveURL("/merchant");
  }
});

test("makes whoever guesses passwords wait, and then lets the owner in", { tag: "@long" }, async ({
  page,
  playwright,
  origin,
}) => {
  const request = await playwright.request.newContext({ baseURL: origin });
  const { email, password } = await makeMember(request);
  await page.goto("/sign-in");
  await page.getByLabel("Email").fill(email);
  const alert = alertOf(page);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  // Five are free; the sixth makes whoever comes next one wait.
  for (let tries = 1; tries <= 6; tries += 1) {
    await page.getByLabel("Password").fill(`wrong ${tries}`);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Password")).toHaveValue("");
    await expect(alert).toContainText("The email or password is wrong.");
  }
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(alert).toContainText("Too many attempts.");
  await expect(page.getByRole("button", { name: /^Wait \d+ second/ })).toBeDisabled();

  await expect(page.getByText("You can try again now.")).toBeVisible();
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/merchant(\/|$)/);
  await request.dispose();
});

test("asks for the second factor, and says when its code is wrong", async ({
  page,
  openRequest,
}) => {
  const { email, password, recoveryCodes } = await makeMember(await openRequest(), "merchant", {
    production: true,
  });
  await page.goto("/sign-in");
  await fill(page, email, password);
  const code = page.getByLabel("Code");
  await expect(code).toBeFocused();
  await lookOver(page);

  await code.fill("000000");
  await page.keyboard.press("Enter");
  await expect(alertOf(page)).toContainText("This code is wrong");
  await expect(code).toHaveValue("");
  await code.fill(recoveryCodes?.at(-1) ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/merchant");
});

test("sends nothing before it is ready, least of all a password into the address", async ({
  page,
  member,
}) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/sign-in", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password").fill(member.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  await expect(page).toHaveURL("/sign-in");

  held.resolve();
  await fill(page, member.email, member.password);
  await expect(page).toHaveURL("/merchant");
});

test("stays where it is while the rest of the page comes", { tag: "@long" }, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route("**/api/console/sign-in-options", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto("/sign-in");
  const button = page.getByRole("button", { name: "Sign in" });
  await expect(button).toBeEnabled();
  const before = await button.boundingBox();

  held.resolve();
  await expect(page.getByRole("link", { name: "Create an account" })).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test("says when the service does not answer", { tag: "@long" }, async ({ page }) => {
  await page.route("**/api/auth/csrf", (route) => route.abort());
  await page.goto("/sign-in");
  await fill(page, "somebody@e2e.example", "a password");
  await expect(alertOf(page)).toContainText("The service is not responding.");
});

test("makes an account, and leads into its console", { tag: "@long" }, async ({ page }) => {
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Create an account" }).click();
  await expect(page).toHaveTitle("Create an account · Sealslip");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Must not be empty.")).toHaveCount(2);
  await page.getByLabel("Organization").fill("Corner Bakery");
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Must be an email address.")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();
  await lookOver(page);

  const noise = listenForNoise(page);
  const email = `${crypto.randomUUID()}@e2e.example`;
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your inbox");
  await lookOver(page);
  await page.goto(await readLink(page.request, email));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a password");
  await lookOver(page);
  await page.getByLabel("Password").fill("four words in a row");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/merchant");
  await expect(page.getByText("Corner Bakery").first()).toBeAttached();
  expect(noise).toEqual([]);
});

test("an invitation makes a viewer, who finds nothing to change, and works once", {
  tag: "@phone-long",
}, async ({ page, playwright, origin }) => {
  const headers = { Origin: origin };
  const request = await playwright.request.newContext({
    baseURL: origin,
    extraHTTPHeaders: headers,
  });
  const owner = await makeMember(request);
  const invitation = { email: `${crypto.randomUUID()}@e2e.example`, role: "viewer" };
  await request.post("/api/console/invitations", { data: invitation });
  const link = await readLink(request, invitation.email);

  const asked: string[] = [];
  page.on("request", (sent) => asked.push(sent.url()));
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    `Join ${owner.organizationName}`,
  );
  await expect(page.getByLabel("Email")).toHaveValue(invitation.email);
  await lookOver(page);
  const token = new URL(link).hash.slice(1);
  expect(asked.filter((url) => url.includes(token) && !url.includes("#"))).toEqual([]);

  await page.getByLabel("Password").fill("four words in a row");
  await page.getByRole("button", { name: "Join" }).click();
  await expect(page).toHaveURL("/merchant");
  await page.goto("/merchant/gateways");
  await expect(page.getByText("No provider connected").first()).toBeVisible();
  const connect = page.getByRole("button", { name: "Connect" });
  await expect(connect).toHaveCount(2);
  for (const button of await connect.all()) await expect(button).toBeDisabled();

  await page.goto("/sign-in");
  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "This invitation is no longer valid",
  );
  await lookOver(page);
  await request.dispose();
});

// Next's own announcer is an alert too, and always there.
function alertOf(page: Page) {
  return page.locator("form").getByRole("alert");
}

async function fill(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
