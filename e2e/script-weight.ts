import { gzipSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";

/** Adds up the JavaScript that the page fetches from now on, each file once, in bytes of gzip. */
export function weighScripts(page: Page): { sum: () => Promise<number> } {
  const weights = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const url = response.url();
    if (response.request().resourceType() !== "script" || weights.has(url)) return;
    weights.set(url, weigh(response));
  });
  return {
    sum: async () => (await Promise.all(weights.values())).reduce((sum, weight) => sum + weight, 0),
  };
}

// By itself, whatever the server or a proxy before it compresses.
async function weigh(response: Response): Promise<number> {
  return gzipSync(await response.body()).length;
}
