import type { Locator, Page } from "@playwright/test";

/** An action of the page's menu, which is opened for it. */
export async function moreAction(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: "More actions" }).click();
  return page.getByRole("menuitem", { name });
}
