import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashFiles } from "./hash-files.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { run, step } from "./steps.mjs";

// The pages of the documentation leave the scripts of Next out, and load this one.

const SCRIPT = join("components", "docs", "script");
const OUTPUT = join(root, "public", "docs-script");
const SOURCES = ["components", "lib", "package-lock.json"];
const STAMP = join(root, "node_modules", ".cache", "docs-script-from");

/** Packs the script of the documentation unless nothing changed since. */
export async function packDocsScript() {
  const source = hashFiles([...SOURCES, "scripts/pack-docs-script.mjs"]);
  if (isPacked(source)) return step("script of the docs is packed", () => undefined);

  await step("script of the docs packed", () => pack(source));
}

async function pack(source) {
  const tsdown = join(root, "node_modules", "tsdown", "dist", "run.mjs");
  await run(node, [tsdown, "--out-dir", OUTPUT], { cwd: join(root, SCRIPT), env: projectEnv() });
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, source);
}

function isPacked(source) {
  const isThere = existsSync(join(OUTPUT, "docs.js")) && existsSync(STAMP);
  return isThere && readFileSync(STAMP, "utf8") === source;
}
