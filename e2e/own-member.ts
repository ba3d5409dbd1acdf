import type { Browser, Page } from "@playwright/test";
import { test as base, type Member, makeMember, signedOut } from "./signed-in.ts";

/** Where a merchant's member is once signed in. */
export const home = /\/merchant(\/|$)/;

/** For tests that change how their member signs in: none of them shares one. */
export const test = base.extend<{ own: Member; storageState: Member["state"] }>({
  own: async ({ playwright, origin }, use) => {
    const request = await playwright.request.newContext({ baseURL: origin });
    await use(await makeMember(request));
    await request.dispose();
  },
  storageState: async ({ own }, use) => use(own.state),
});

export async function openSignIn(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin, storageState: signedOut });
  const page = await context.newPage();
  await page.goto("/sign-in");
  return page;
}

export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
