import type { Locator, Page } from "@playwright/test";

/** Where a merchant's payments are listed. */
export const path = "/merchant/payments";

export function rows(page: Page): Locator {
  return page.getByRole("table", { name: "Payments" }).locator("tbody tr");
}
