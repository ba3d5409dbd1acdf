import type { Page } from "@playwright/test";

/** From the next page on, adds up what moves by itself: not within half a second of what the visitor did. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(globalThis, "shifted", 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, "hadRecentInput")) continue;
        const sum = Reflect.get(globalThis, "shifted") + Reflect.get(entry, "value");
        Reflect.set(globalThis, "shifted", sum);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** What has moved on this page so far, as the cumulative layout shift counts it. */
export async function sumShifts(page: Page): Promise<number> {
  return await page.evaluate(() => Reflect.get(globalThis, "shifted"));
}
