import type { Page } from "@playwright/test";

/** Collects what the page complains about from now on: errors, warnings, what the policy refuses. */
export function listenForNoise(page: Page): string[] {
  const noise: string[] = [];
  page.on("pageerror", (error) => noise.push(error.message));
  page.on("console", (message) => {
    // Chromium's reminder of a preload is a matter of seconds, which a busy machine takes.
    if (message.text().includes("was preloaded using link preload but not used within")) return;
    if (message.type() === "error" || message.type() === "warning") noise.push(message.text());
  });
  return noise;
}
