import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";

const build = join(import.meta.dirname, "..", ".next");

/**
 * Bytes of gzip, beyond React and the router. What most visits never open does not count: it is lazy. Each page has the
 * guard against card numbers, which takes four thousand; those of the product have the X-ray's key and button, 350.
 */
const BUDGET = 83_500;
/** Pages that are all forms, checked in the browser, and the wallet, which decrypts. */
const heavier: Record<string, number> = {
  "/(console)/merchant/settings/page": 115_000,
  "/(console)/merchant/account/page": 115_500,
  "/(console)/issuer/settings/page": 115_000,
  "/(console)/issuer/account/page": 115_500,
  "/wallet/[[...screen]]/page": 100_000,
};

test("no page brings more JavaScript than it needs to begin", () => {
  const pages = weighPages();
  expect(pages.size).toBeGreaterThan(30);
  const tooHeavy = [...pages].filter(([page, weight]) => weight > (heavier[page] ?? BUDGET));
  expect(tooHeavy).toEqual([]);
});

/** What Next has listed for each page: its own scripts and those of the layouts around it. */
function weighPages(): Map<string, number> {
  const context = createContext({});
  runInContext("globalThis.__RSC_MANIFEST = {}", context);
  for (const file of globSync("server/app/**/page_client-reference-manifest.js", { cwd: build })) {
    runInContext(readFileSync(join(build, file), "utf8"), context);
  }
  const pages: Record<string, { entryJSFiles: Record<string, string[]> }> = context.__RSC_MANIFEST;
  return new Map(
    Object.entries(pages).map(([page, { entryJSFiles }]) => {
      const scripts = new Set(Object.values(entryJSFiles).flat());
      return [page, [...scripts].reduce((sum, script) => sum + weigh(script), 0)];
    }),
  );
}

const weights = new Map<string, number>();

/** Once: most scripts belong to many pages. */
function weigh(script: string): number {
  const weight = weights.get(script) ?? gzipSync(readFileSync(join(build, script))).length;
  weights.set(script, weight);
  return weight;
}
