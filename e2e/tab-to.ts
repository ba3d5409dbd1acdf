import type { Locator, Page } from "@playwright/test";

/** Presses Tab until the target has the focus, as a person without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("Tab does not get there");
}
