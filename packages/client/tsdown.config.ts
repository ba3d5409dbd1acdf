import { defineConfig } from "tsdown";

export default defineConfig({
  entry: {
    index: "src/index.ts",
    queue: "src/queue.ts",
    node: "src/node.ts",
    browser: "src/browser.ts",
    // Loaded late: files of their own, so that a page that does not need them does not load jose.
    "open-envelope": "../../lib/client/open-envelope.ts",
    "sign-request": "../../lib/client/sign-request.ts",
  },
  format: "esm",
  platform: "neutral",
  deps: { neverBundle: [/^node:/] },
  target: "es2022",
  dts: true,
  clean: true,
  outDir: "dist",
});
