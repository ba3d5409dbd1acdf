import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Sets the static files of the last build aside, and returns a function that adds them to those of the next one:
 * pages that stay open over an upgrade go on loading their own. Names carry a hash of the content, so none is
 * overwritten. What a build only kept is dropped by the next, so that there are never more than two.
 */
export function setStaticAside(folder) {
  const current = join(folder, "static");
  const list = join(folder, "own-static.json");
  // The one part of the folder that a build leaves alone.
  const aside = join(folder, "cache", "static-before");
  // Without the list, the build was interrupted: what was set aside before it is still the last whole one.
  if (existsSync(list)) {
    rmSync(aside, { recursive: true, force: true });
    copy(JSON.parse(readFileSync(list, "utf8")), current, aside);
  }
  return () => {
    const own = listFiles(current);
    copy(listFiles(aside), aside, current);
    writeFileSync(list, JSON.stringify(own));
  };
}

function listFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [entry.name];
    return listFiles(join(folder, entry.name)).map((file) => join(entry.name, file));
  });
}

function copy(files, from, to) {
  for (const file of files) {
    if (!existsSync(join(from, file))) continue;
    cpSync(join(from, file), join(to, file), { force: false });
  }
}
