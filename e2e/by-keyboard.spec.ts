import { expect } from "@playwright/test";
import { readLink } from "./read-mailbox.ts";
import { makeMember, signOut, test } from "./signed-in.ts";
import { tabTo } from "./tab-to.ts";
import { addAuthenticator } from "./wallet-page.ts";

test.use({ storageState: { cookies: [], origins: [] } });

test("from the sign-in to the settings, by keyboard alone", async ({ page, openRequest }) => {
  // One of its own: where others have paid, it cannot be deleted.
  const member = await makeMember(await openRequest());
  await page.goto("/sign-in");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(member.email);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(member.password);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Overview");

  await tabTo(page, page.getByRole("link", { name: "Settings" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("table", { name: "Limits of each tier" })).toBeVisible();
  await tabTo(page, page.getByLabel("Name", { exact: true }));
  await page.keyboard.press("End");
  await page.keyboard.type(" & Sons");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^The organization is now .+ & Sons$/)).toBeVisible();

  await tabTo(page, page.getByRole("button", { name: "Delete" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Delete" })).toBeFocused();
});

test("from an invitation to a passkey, and in with it, by keyboard alone", {
  tag: "@long",
}, async ({ page, openRequest }) => {
  const request = await openRequest();
  await makeMember(request);
  const guest = { email: `${crypto.randomUUID()}@e2e.example`, role: "viewer" };
  await request.post("/api/console/invitations", { data: guest });
  await addAuthenticator(page);
  await page.goto(await readLink(request, guest.email));
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type("four words in a row");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/merchant");

  await page.goto("/merchant/account");
  await tabTo(page, page.getByRole("button", { name: "Add a passkey" }));
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "I have saved them" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("table", { name: "Passkeys" })).toBeVisible();

  await signOut(page);
  // Where the browser offers passkeys by itself, nobody has to ask for one.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto("/sign-in");
  await tabTo(page, page.getByRole("button", { name: "Use a passkey" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/merchant");
});
