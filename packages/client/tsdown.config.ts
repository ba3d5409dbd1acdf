import { defineConfig } from "tsdown";

export default defineConfig({
  entry: ["src/index.ts", "src/queue.ts", "src/node.ts", "src/browser.ts"],
  format: "esm",
  platform: "neutral",
  external: [/^node:/],
  target: "es2022",
  dts: true,
  clean: true,
  outDir: "dist",
});
