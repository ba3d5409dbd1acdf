import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { hashFiles } from "./hash-files.mjs";
import { npm } from "./install.mjs";
import { packPython } from "./pack-python.mjs";
import { node, projectEnv, root } from "./project.mjs";
import { run, step } from "./steps.mjs";

// There is no public registry: every installation serves the packages that go with it, at /downloads.

const DOWNLOADS = join(root, "public", "downloads");
const SOURCES = [
  "lib/client",
  "lib/core",
  "lib/crypto",
  "packages",
  "scripts",
  "package-lock.json",
];
const STAMP = join(root, "node_modules", ".cache", "packed-from");

/** The folders of packages, and what they are published as. */
const PACKAGES = [
  { folder: "client", archive: "sealslip-client.tgz", publish: publishClient },
  { folder: "cli", archive: "sealslip-cli.tgz", publish: publishCli },
];

/** Packs the clients unless nothing changed since. */
export async function packPackages() {
  const source = hashFiles(SOURCES);
  if (isPacked(source)) return step("clients are packed", () => undefined);

  await step("clients packed", () => packAll(source));
}

async function packAll(source) {
  for (const folder of [DOWNLOADS, dirname(STAMP)]) mkdirSync(folder, { recursive: true });
  const built = listPackages().map(({ folder }) => packPackage(folder, { to: DOWNLOADS }));
  await Promise.all([...built, packPython(DOWNLOADS)]);
  writeFileSync(STAMP, source);
}

/** Builds a package into `dist`, and packs it into `to`. Returns the path of the archive. */
export async function packPackage(folder, { to, dist = join(root, "packages", folder, "dist") }) {
  const { archive, publish } = PACKAGES.find((one) => one.folder === folder);
  const cwd = join(root, "packages", folder);
  const tsdown = join(root, "node_modules", "tsdown", "dist", "run.mjs");
  // The Node of this script may be too old to read a configuration in TypeScript.
  await run(node, [tsdown, "--out-dir", dist], { cwd, env: projectEnv() });

  const manifest = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"));
  writeFileSync(join(dist, "package.json"), JSON.stringify(publish(manifest), null, 2));
  copyFileSync(join(root, "LICENSE"), join(dist, "LICENSE"));
  const readme = join(cwd, "README.md");
  if (existsSync(readme)) copyFileSync(readme, join(dist, "README.md"));

  const packed = await npm("pack", dist, "--pack-destination", to, "--ignore-scripts", "--offline");
  const path = join(to, archive);
  renameSync(join(to, packed.trim().split("\n").at(-1)), path);
  return path;
}

/** Without what only the repository needs, and with what tsdown built in place of the sources. */
function publishClient({ exports, devDependencies: _, ...manifest }) {
  const built = Object.entries(exports).map(([name, source]) => {
    const file = source.replace("./src/", "./").replace(/\.ts$/, "");
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  return { ...manifest, exports: Object.fromEntries(built) };
}

/** One file that has its packages inside, so that npx installs nothing else. */
function publishCli({ bin: _, dependencies: __, devDependencies: ___, ...manifest }) {
  return { ...manifest, name: "sealslip", bin: { sealslip: "main.mjs" } };
}

function listPackages() {
  return PACKAGES.filter(({ folder }) =>
    existsSync(join(root, "packages", folder, "tsdown.config.ts")),
  );
}

function isPacked(source) {
  const present = existsSync(DOWNLOADS) ? readdirSync(DOWNLOADS) : [];
  const isThere = listPackages().every(({ archive }) => present.includes(archive));
  const hasWheel = present.some((name) => name.endsWith(".whl"));
  return isThere && hasWheel && existsSync(STAMP) && readFileSync(STAMP, "utf8") === source;
}
