import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the console's palette by its keys, on a page that may not hear them yet. Returns its field. */
export async function openPalette(page: Page): Promise<Locator> {
  const field = page.getByRole("combobox", { name: "Search and commands" });
  await expect(async () => {
    await page.keyboard.press("ControlOrMeta+k");
    await expect(field).toBeFocused({ timeout: 10_000 });
  }).toPass();
  return field;
}
