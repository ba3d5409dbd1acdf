import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, Result, RunOptions } from "axe-core";
import { runsLong } from "#lib/testing/runs-long.ts";

type Rules = Pick<RunOptions, "runOnly" | "rules">;

const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const allRules: Rules = { runOnly: { type: "tag", values } };
/** Those that look at colors; the others find the same in both themes. */
const names = ["color-contrast", "link-in-text-block"];
const colorRules: Rules = { runOnly: { type: "rule", values: names } };
/** Those that may find something else on a phone. */
const layoutRules: Rules = {
  ...allRules,
  rules: Object.fromEntries(names.map((name) => [name, { enabled: false }])),
};

const axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

const phone = { width: 390, height: 844 };

/** Tabs that were looked over before. */
const known = new WeakSet<Page>();

/**
 * Expects the page as it is now to be accessible, in both themes, and not to scroll sideways; a page of a
 * desktop also at the width of a phone. When a test looks over its tab again, the rules are checked in the
 * light theme at the width of the tab alone; `npm run test:long` checks them everywhere each time.
 */
export async function lookOver(page: Page): Promise<void> {
  const size = page.viewportSize() ?? phone;
  const whole = runsLong || !known.has(page);
  known.add(page);
  await settle(page);
  await showWhole(page);
  expect(await analyze(page, "light", allRules)).toEqual([]);
  if (whole) expect(await analyze(page, "dark", colorRules)).toEqual([]);
  await expectToFit(page, size.width);
  if (size.width > phone.width) await lookOverNarrow(page, whole);
  await page.setViewportSize(size);
}

async function lookOverNarrow(page: Page, whole: boolean): Promise<void> {
  await page.setViewportSize(phone);
  await settle(page);
  if (whole) {
    await showWhole(page);
    expect(await analyze(page, "light", layoutRules)).toEqual([]);
  }
  await expectToFit(page, phone.width);
}

async function expectToFit(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}

// The title of a page comes last, and data that is about to be replaced is drawn pale.
async function settle(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/./);
  await expect(page.locator("[aria-busy=true]:not(button)")).toHaveCount(0);
}

/** Longer pages have no bar at the bottom. */
const MAX_HEIGHT = 4000;

/** Whatever is half under a bar at the bottom, of a phone or of the wallet, would be too small to be hit. */
async function showWhole(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  const hasBar = width < 500 || (await page.locator(".tab-bar").count()) > 0;
  if (hasBar && whole > height && whole < MAX_HEIGHT) {
    await page.setViewportSize({ width, height: whole });
  }
}

// One run in the page itself. @axe-core/playwright opens a blank page for the end of each run, with a
// renderer of its own, for the sake of frames: there are none here.
async function analyze(page: Page, colorScheme: "light" | "dark", rules: Rules): Promise<Result[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await settleAnimations(page);
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  return await page.evaluate(
    async (options) => {
      const { run }: { run: (options: object) => Promise<AxeResults> } = Reflect.get(window, "axe");
      return (await run(options)).violations;
    },
    // Only the rules for media that play by themselves need what axe would fetch once more.
    { ...rules, resultTypes: ["violations"], preload: false },
  );
}

// An animation that is half over has half of its contrast.
async function settleAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
    // One whose element goes away never finishes.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
