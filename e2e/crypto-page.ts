import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { resolve, sep } from "node:path";
import type { Page, Route } from "@playwright/test";

const root = resolve(import.meta.dirname, "..");
const served = [
  "lib/accounts",
  "lib/browser",
  "lib/cardholders",
  "lib/client",
  "lib/core",
  "lib/crypto",
  "lib/pins",
  "lib/receipts",
  "lib/visits",
  "lib/wallet",
  "node_modules/@noble",
  "node_modules/idb/build",
  "node_modules/jose/dist/webapi",
  "node_modules/zod",
  "public/vectors",
].map((folder) => resolve(root, folder));

const importMap = {
  imports: {
    "#lib/": "/lib/",
    "#public/": "/public/",
    "@noble/": "/node_modules/@noble/",
    idb: "/node_modules/idb/build/index.js",
    jose: "/node_modules/jose/dist/webapi/index.js",
    zod: "/node_modules/zod/index.js",
  },
};
const emptyPage = `<!doctype html><title>modules</title>
<script type="importmap">${JSON.stringify(importMap)}</script>`;

/**
 * Answers for a secure origin (crypto.subtle exists nowhere else) with the files of the browser's
 * half of lib as they are, types stripped: no bundler stands between the tests and the browser.
 */
export async function serveModules(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}/**`, serveFile);
}

async function serveFile(route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (pathname === "/") return route.fulfill({ contentType: "text/html", body: emptyPage });
  const file = resolve(root, `.${pathname}`);
  if (!served.some((folder) => file.startsWith(folder + sep)))
    return route.fulfill({ status: 404 });
  const text = await readFile(file, "utf8");
  if (file.endsWith(".json")) return route.fulfill({ contentType: "application/json", body: text });
  const body = file.endsWith(".ts") ? stripTypeScriptTypes(text) : text;
  return route.fulfill({ contentType: "text/javascript", body });
}
