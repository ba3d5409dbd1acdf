import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

const FOLDERS = [
  "app",
  "bench",
  "cluster",
  "components",
  "e2e",
  "examples",
  "lib",
  "packages",
  "prisma",
  "scripts",
];

/** The test files whose path contains one of `parts`, or all of them; by what runs them. */
export function listTests(parts) {
  const files = FOLDERS.flatMap(listFiles)
    .filter((path) => parts.length === 0 || parts.some((part) => path.includes(part)))
    .sort();
  return {
    units: files.filter((path) => /\.test\.tsx?$/.test(path)),
    specs: files.filter((path) => path.endsWith(".spec.ts")),
  };
}

function listFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.name === "node_modules") return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
