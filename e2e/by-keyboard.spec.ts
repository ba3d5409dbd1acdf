import { expect } from "@playwright/test";
import { test } from "./signed-in.ts";
import { tabTo } from "./tab-to.ts";

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
