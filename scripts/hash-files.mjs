import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

const GENERATED = [join("public", "docs-script"), join("public", "downloads")];

/**
 * One hash of the files, and of all files below the folders, by path and content. Tests, generated files, and
 * missing ones do not count.
 */
export function hashFiles(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap(listFiles).sort()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter(
      (name) =>
        !["dist", "generated", "node_modules", "testing"].includes(name) &&
        !GENERATED.includes(join(path, name)) &&
        !/\.test\.tsx?$/.test(name),
    )
    .flatMap((name) => listFiles(join(path, name)));
}
