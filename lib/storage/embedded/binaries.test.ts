import assert from "node:assert/strict";
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { copyPrograms } from "./binaries.ts";

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "sealslip-copy-"));
  await mkdir(join(folder, "native", "bin"), { recursive: true, mode: 0o700 });
  await writeProgram("open", 0o755);
  await writeProgram("closed", 0o700);
  await symlink("open", join(folder, "native", "bin", "alias"));
});

after(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("copyPrograms", () => {
  test("everyone can run the copy, and the source keeps its modes", async () => {
    const copy = join(folder, "copy");
    await copyPrograms(join(folder, "native"), copy);

    assert.equal(await modeOf(join(copy, "bin")), 0o755);
    assert.equal(await modeOf(join(copy, "bin", "open")), 0o755);
    assert.equal(await modeOf(join(copy, "bin", "closed")), 0o755);
    assert.equal(await modeOf(join(folder, "native", "bin", "closed")), 0o700);
    assert.equal(await readFile(join(copy, "bin", "alias"), "utf8"), "open");
  });

  test("what everyone may run already is linked, not copied", async () => {
    const copy = join(folder, "linked");
    await copyPrograms(join(folder, "native"), copy);

    const [source, target] = [join(folder, "native", "bin", "open"), join(copy, "bin", "open")];
    assert.equal((await stat(target)).ino, (await stat(source)).ino);
  });

  test("replaces a copy that is there, and leaves nothing beside it", async () => {
    const copy = join(folder, "stale", "copy");
    await mkdir(join(copy, "old"), { recursive: true });
    await copyPrograms(join(folder, "native"), copy);

    assert.deepEqual(await readdir(copy), ["bin"]);
    assert.deepEqual(await readdir(join(folder, "stale")), ["copy"]);
  });
});

async function writeProgram(name: string, mode: number): Promise<void> {
  const path = join(folder, "native", "bin", name);
  await writeFile(path, name);
  await chmod(path, mode);
}

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
