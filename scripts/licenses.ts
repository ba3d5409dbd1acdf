import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

// Compares the licenses of the production packages with a list: npm run licenses

const ROOT = join(import.meta.dirname, "..");

/** They require a notice at most, and nothing of the code around them. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
]);

/** Exceptions, each with its reason. */
const EXCEPTIONS: readonly [name: RegExp, license: string, reason: string][] = [
  [/^png-js$/, "", "MIT: its LICENSE says so, its manifest says nothing"],
  [/^caniuse-lite$/, "CC-BY-4.0", "data, named in the SBOM"],
  [/^web-push$/, "MPL-2.0", "of its own files alone, which are unchanged"],
  [
    /^@img\/sharp-/,
    "LGPL-3.0-or-later",
    "a library in a file of its own, which can be replaced; no image has it",
  ],
];

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ dev: z.boolean(), devOptional: z.boolean(), link: z.boolean() }).partial(),
  ),
});
const manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.unknown().optional(),
});

type Package = { name: string; version: string; license: string };

if (import.meta.main) {
  const packages = readPackages();
  const refused = packages.filter((one) => !isAllowed(one));
  const counts = Map.groupBy(packages, ({ license }) => license);
  const rows = [...counts].sort(([, one], [, other]) => other.length - one.length);
  for (const [license, { length }] of rows)
    console.log(`${String(length).padStart(5)}  ${license}`);
  for (const { name, version, license } of refused) {
    console.error(`✗ ${name} ${version}: ${license || "no license"}`);
  }
  if (refused.length > 0) process.exitCode = 1;
  else console.log(`✓ all ${packages.length} packages of production may be used`);
}

/** The production packages of package-lock.json, as far as they are installed on this machine. */
export function readPackages(): Package[] {
  const { packages } = lockFile.parse(readJson("package-lock.json"));
  return Object.entries(packages).flatMap(([path, { dev, devOptional, link }]) => {
    const file = `${path}/package.json`;
    // Packages that are only optional dependencies are for our development.
    if (dev || devOptional || link) return [];
    if (!path.startsWith("node_modules/") || !existsSync(join(ROOT, file))) return [];
    const { license, ...rest } = manifest.parse(readJson(file));
    return { ...rest, license: readLicense(license) };
  });
}

/** Whether an SPDX expression requires no more than the list, or the package is an exception. */
export function isAllowed({ name, license }: Pick<Package, "name" | "license">): boolean {
  const reviewed = EXCEPTIONS.flatMap(([names, one]) => (names.test(name) ? one : []));
  const isFine = (id: string) => ALLOWED.has(id) || reviewed.includes(id);
  // None of these nests one in the other.
  const words = license.replace(/[()]/g, "");
  return words.split(/ or /i).some((choice) => choice.split(/ and /i).every(isFine));
}

/** Old packages have an object, or a list of them. */
function readLicense(license: unknown): string {
  const old = z.union([z.object({ type: z.string() }), z.array(z.object({ type: z.string() }))]);
  if (typeof license === "string") return license;
  const parsed = old.safeParse(license);
  if (!parsed.success) return "";
  return [parsed.data]
    .flat()
    .map(({ type }) => type)
    .join(" OR ");
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
}
