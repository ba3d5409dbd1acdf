import { defineConfig } from "tsdown";

/** The script of the documentation, and what it loads when that is used. */
export default defineConfig({
  entry: { docs: "main.ts" },
  format: "esm",
  platform: "browser",
  target: "es2022",
  deps: { alwaysBundle: [/./], onlyBundle: false },
  env: { NODE_ENV: "production" },
  // Of the buttons' file, the links of Next's router are not used.
  treeshake: { moduleSideEffects: [{ test: /node_modules\/next\//, sideEffects: false }] },
  dts: false,
  minify: true,
  clean: true,
  outputOptions: {
    // Pages name this one; it names the others.
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  },
});
