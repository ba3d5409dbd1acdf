import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";

const source = join(root, "packages/python");
/** The first that a zip can have: the same sources make the same bytes. */
const mtime = "1980-01-01T00:00:00";

/** Writes the wheel of the Python client to public/downloads, without Python, and returns its path. */
export async function packPython(folder = join(root, "public/downloads")) {
  // Not there yet when the start loads this file.
  const { strToU8, zipSync } = await import("fflate");
  const manifest = readManifest();
  const { name, version } = manifest;
  const info = `${name}-${version}.dist-info`;
  const files = {
    ...readSources(name),
    [`${info}/METADATA`]: strToU8(metadataOf(manifest)),
    [`${info}/WHEEL`]: strToU8(wheel),
  };
  const record = [...Object.entries(files).map(recordLine), `${info}/RECORD,,`];
  files[`${info}/RECORD`] = strToU8(`${record.join("\n")}\n`);

  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}-${version}-py3-none-any.whl`);
  writeFileSync(path, zipSync(files, { mtime }));
  return path;
}

const wheel = `Wheel-Version: 1.0
Generator: sealslip
Root-Is-Purelib: true
Tag: py3-none-any
`;

/** The lines of pyproject.toml that METADATA repeats: each on a line of its own. */
function readManifest() {
  const text = readFileSync(join(source, "pyproject.toml"), "utf8");
  const read = (key) => {
    const [, value] = new RegExp(`^${key} = (.+)$`, "m").exec(text) ?? [];
    if (!value) throw new Error(`pyproject.toml has no line ${key}`);
    return JSON.parse(value);
  };
  return {
    name: read("name"),
    version: read("version"),
    description: read("description"),
    requiresPython: read("requires-python"),
    dependencies: read("dependencies"),
  };
}

function readSources(name) {
  const paths = readdirSync(join(source, name), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(py|typed)$/.test(path))
    .map((path) => `${name}/${path.replaceAll("\\", "/")}`);
  return Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(source, path))]));
}

/** https://packaging.python.org/en/latest/specifications/core-metadata/ */
function metadataOf({ name, version, description, requiresPython, dependencies }) {
  const readme = readFileSync(join(source, "README.md"), "utf8");
  const lines = [
    "Metadata-Version: 2.1",
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${description}`,
    `Requires-Python: ${requiresPython}`,
    ...dependencies.map((one) => `Requires-Dist: ${one}`),
    "Description-Content-Type: text/markdown",
  ];
  return `${lines.join("\n")}\n\n${readme}`;
}

function recordLine([path, content]) {
  const digest = createHash("sha256").update(content).digest("base64url");
  return `${path},sha256=${digest},${content.length}`;
}
