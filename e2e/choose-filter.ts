import type { Locator, Page } from "@playwright/test";

/** The button of a filter, whatever it is set to; on a phone it comes out of its fold first. */
export async function openFilter(page: Page, label: string): Promise<Locator> {
  await page.getByRole("search").waitFor();
  const fold = page.getByRole("button", { name: "Filters", exact: true, expanded: false });
  if (await fold.isVisible()) await fold.click();
  const button = filterButton(page, label);
  await button.click();
  return button;
}

/** Sets a filter that is a choice. */
export async function chooseFilter(page: Page, label: string, option: string): Promise<void> {
  await openFilter(page, label);
  await page.getByRole("menuitemradio", { name: option, exact: true }).click();
}

/** Sets the filter for the time. */
export async function chooseTime(page: Page, option: string): Promise<void> {
  await openFilter(page, "Time");
  await page.getByRole("dialog", { name: "Time" }).getByLabel("Span").selectOption(option);
  await page.keyboard.press("Escape");
}

export function filterButton(page: Page, label: string): Locator {
  return page.getByRole("search").getByRole("button", { name: new RegExp(`^${label}(:|$)`) });
}
