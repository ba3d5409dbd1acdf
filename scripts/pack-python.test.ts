import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { unzipSync } from "fflate";
import { lacksCryptography } from "#lib/testing/python.ts";

// The scripts are plain JavaScript, without types, since they run before anything is installed.
const load = createRequire(import.meta.url);
const { packPython }: { packPython: (folder: string) => Promise<string> } =
  load("./pack-python.mjs");
const { version }: { version: string } = load("../package.json");

const folder = mkdtempSync(join(tmpdir(), "wheel-"));
after(() => rmSync(folder, { recursive: true }));

test("the wheel is the same each time, and has the version of the project", async () => {
  const path = await packPython(folder);
  const bytes = readFileSync(path);
  assert.equal(basename(path), `sealslip-${version}-py3-none-any.whl`);
  assert.deepEqual(readFileSync(await packPython(folder)), bytes);
  const files = Object.keys(unzipSync(bytes));
  for (const name of ["sealslip/py.typed", "sealslip/queue/__init__.py"]) {
    assert.ok(files.includes(name), name);
  }
  assert.ok(files.every((name) => !name.includes("__pycache__")));
});

test("pip installs the wheel, and it is imported", { skip: lacksCryptography() }, async () => {
  const target = join(folder, "installed");
  const quiet = ["--quiet", "--disable-pip-version-check", "--no-warn-script-location"];
  const offline = ["--no-index", "--no-deps", "--target", target];
  if (hasPip()) python(["-m", "pip", "install", ...quiet, ...offline, await packPython(folder)]);
  else python(["-m", "zipfile", "-e", await packPython(folder), target]);
  const program = join(folder, "program.py");
  writeFileSync(
    program,
    `import sealslip, sealslip.queue
from importlib.metadata import version, requires
print(sealslip.__version__, version("sealslip"), requires("sealslip"), sealslip.__file__)`,
  );
  const printed = python([program], { PYTHONPATH: target });
  assert.equal(printed, `0.1.0 0.1.0 ['cryptography>=38'] ${target}/sealslip/__init__.py\n`);
});

function hasPip(): boolean {
  try {
    python(["-m", "pip", "--version"]);
    return true;
  } catch {
    return false;
  }
}

function python(args: string[], env: Record<string, string> = {}): string {
  const options = { encoding: "utf8", env: { ...process.env, ...env }, stdio: "pipe" } as const;
  return execFileSync("python3", ["-B", ...args], options);
}
