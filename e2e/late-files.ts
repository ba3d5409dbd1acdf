import type { Page } from "@playwright/test";

const files = "**/_next/static/chunks/**";

/** From now on the page is of a build that the service no longer has: what it has not loaded yet is gone. */
export async function loseLateFiles(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.route(files, (route) => route.fulfill({ status: 404, body: "Not found" }));
}

/** The one file that has this text is gone, before the page has asked for it. */
export async function loseFileWith(page: Page, text: string): Promise<void> {
  await page.route(files, async (route) => {
    // The page looks for a lost file with HEAD, whose answer has no text.
    const response = await route.fetch({ method: "GET" });
    const isLost = (await response.text()).includes(text);
    await (isLost
      ? route.fulfill({ status: 404, body: "Not found" })
      : route.fulfill({ response }));
  });
}

/** What a reload finds: a page of the build that is there. */
export async function findLateFiles(page: Page): Promise<void> {
  await page.unroute(files);
}
