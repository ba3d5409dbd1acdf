import type { Page } from "@playwright/test";

/** From the next page on, notes what moves by itself: not within half a second of what the visitor did. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: object[] = [];
    Reflect.set(globalThis, "shifts", shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent,
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

// Not among TypeScript's own declarations, since one engine alone has it.
type LayoutShift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

/** What has moved on this page so far: `sum` as the cumulative layout shift counts it. */
export async function readShifts(page: Page): Promise<{ sum: number; moved: unknown[] }> {
  const shifts: { value: number; moved: unknown[] }[] = await page.evaluate(() =>
    Reflect.get(globalThis, "shifts"),
  );
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.flatMap(({ moved }) => moved),
  };
}
