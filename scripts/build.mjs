import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashFiles } from "./hash-files.mjs";
import { setStaticAside } from "./keep-static.mjs";
import { packDocsScript } from "./pack-docs-script.mjs";
import { packPackages } from "./pack-packages.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { run, step } from "./steps.mjs";

const SOURCES = [
  "CHANGELOG.md",
  "SECURITY.md",
  "app",
  "components",
  "docs",
  "examples",
  "instrumentation-client.ts",
  "lib",
  "next.config.mjs",
  "package-lock.json",
  "package.json",
  "packages",
  "pages",
  "postcss.config.mjs",
  "prisma",
  "proxy.ts",
  "public",
  "scripts/load-guides.mjs",
];
const STAMP = join(root, ".next", "built-from");

/** Packs the clients and the script of the documentation, and builds the pages, each unless nothing changed since the last time. */
export async function build() {
  await packPackages();
  await packDocsScript();
  const source = hashFiles(SOURCES);
  if (readStamp() === source) return step("pages are built", () => undefined);

  await step("pages built", () => runBuild(source), { doing: "building the pages" });
}

async function runBuild(source) {
  // An interrupted build must not pass for the previous one.
  rmSync(STAMP, { force: true });
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  const env = projectEnv({ NODE_ENV: "production", SOURCES_HASH: source.slice(0, 21) });
  const addOlder = setStaticAside(join(root, ".next"));
  await run(node, [next, "build"], { cwd: root, env });
  addOlder();
  writeFileSync(STAMP, source);
}

function readStamp() {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8") : undefined;
}
