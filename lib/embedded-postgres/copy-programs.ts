import { randomBytes } from "node:crypto";
import {
  chmod,
  copyFile,
  link,
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Makes `target` a copy of the folder that every account can read, out of hard links where that is
 * possible. It appears complete or not at all; where it is there already, it is replaced.
 */
export async function copyPrograms(source: string, target: string): Promise<void> {
  const staging = `${target}.${randomBytes(6).toString("hex")}`;
  await makeReadableFolder(dirname(target));
  try {
    await copyTree(source, staging);
    await rm(target, { recursive: true, force: true });
    // Where another instance put the same copy there in the meantime, that one serves as well.
    await rename(staging, target).catch(() => undefined);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function copyTree(source: string, target: string): Promise<void> {
  await makeReadableFolder(target);
  for (const entry of await readdir(source, { withFileTypes: true })) {
    const from = join(source, entry.name);
    const to = join(target, entry.name);
    if (entry.isDirectory()) await copyTree(from, to);
    else if (entry.isSymbolicLink()) await symlink(await readlink(from), to);
    else await placeFile(from, to);
  }
}

// The mode given to mkdir is cut by the umask, so it is set afterwards.
async function makeReadableFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made !== undefined) await chmod(folder, 0o755);
}

// A hard link shares the mode of the package's file: it serves only where everyone may read that.
async function placeFile(from: string, to: string): Promise<void> {
  const { mode } = await stat(from);
  const isExecutable = (mode & 0o100) !== 0;
  const needed = isExecutable ? 0o005 : 0o004;
  if ((mode & needed) === needed && (await tryLink(from, to))) return;

  await copyFile(from, to);
  await chmod(to, isExecutable ? 0o755 : 0o644);
}

// Another file system, or one without hard links, is a reason to copy.
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch {
    return false;
  }
}
