import { expect, test } from "@playwright/test";
import { serveModules } from "./crypto-page.ts";

const origin = "https://crypto.test";

test("the crypto suite passes in a browser", async ({ page }) => {
  await serveModules(page, origin);
  await page.goto(origin);

  const outcomes = await page.evaluate(async (suiteUrl) => {
    const { cryptoSuite } = await import(suiteUrl);
    const finished: { name: string; failure: string | null }[] = [];
    for (const { name, run } of cryptoSuite) {
      const failure = await Promise.resolve()
        .then(run)
        .then(() => null, String);
      finished.push({ name, failure });
    }
    return finished;
  }, `${origin}/lib/crypto/suite/crypto-suite.ts`);

  expect(outcomes.filter(({ failure }) => failure !== null)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(50);
});
