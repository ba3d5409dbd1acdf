import { expect, type Locator, type Page } from "@playwright/test";
import { test } from "./signed-in.ts";

test.use({ storageState: { cookies: [], origins: [] } });

test("from the sign-in to the settings, by keyboard alone", async ({ page, member, isMobile }) => {
  test.skip(isMobile === true, "a phone has no Tab key");
  await page.goto("/sign-in");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(member.email);
  await tabTo(page, page.getByLabel("Password"));
  await page.keyboard.type(member.password);
  await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await tabTo(page, page.getByRole("link", { name: "Settings" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
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

/** Presses Tab until the target has the focus, as a person without a mouse would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("Tab does not get there");
}
