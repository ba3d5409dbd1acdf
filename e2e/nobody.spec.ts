import { expect, test } from "@playwright/test";
import { listenForNoise } from "./noise.ts";

test.use({ serviceWorkers: "allow" });

// Who has no session gets no error in the browser's console, wherever they go.

const pages = [
  "/",
  "/demo",
  "/wallet",
  "/claim",
  "/terminal",
  "/docs/reference",
  "/docs",
  "/docs/first-payment",
  "/status",
  "/changelog",
  "/sign-in",
  "/sign-up",
  "/confirm",
  "/forgot-password",
  "/reset-password",
  "/mail",
  "/invite",
  "/merchant",
  "/no-such-page",
];

test("no page has anything to complain about", async ({ page }) => {
  const noise = listenForNoise(page);
  const failed: string[] = [];
  page.on("response", (response) => {
    if (response.status() >= 400) failed.push(new URL(response.url()).pathname);
  });
  for (const path of pages) {
    await page.goto(path);
    if (path === "/terminal" || path === "/merchant") await page.waitForURL(/sign-in/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText(/^(Loading|Opening) the /)).toHaveCount(0);
    // Some pages go on asking: what they ask first is enough.
    await page.evaluate(
      // A page on which nothing moves may never have an idle moment.
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })),
    );

    const isMissing = path === "/no-such-page";
    expect.soft(failed.splice(0), path).toEqual(isMissing ? [path] : []);
    // The browser itself says that the document is not there.
    const others = noise.splice(0).filter((line) => !(isMissing && line.includes("status of 404")));
    expect.soft(others, path).toEqual([]);
  }
});
