import { defineConfig } from "tsdown";

/** One file with all it needs, so that `npx` of the archive installs nothing else. */
export default defineConfig({
  entry: ["src/main.ts"],
  format: "esm",
  platform: "node",
  target: "node20.19",
  deps: { alwaysBundle: [/./], onlyBundle: false },
  clean: true,
  outDir: "dist",
});
