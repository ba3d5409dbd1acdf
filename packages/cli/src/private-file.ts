import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CliError, exitCodes } from "./cli-error.ts";

/** Windows has no such modes; there, a user's folders are their own. */
const hasModes = process.platform !== "win32";

/** The text of a file that only its owner may read; undefined if there is none. Throws where others may. */
export async function readPrivateFile(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(ignoreMissing);
  if (!found) return undefined;
  if (hasModes && (found.mode & 0o077) !== 0) {
    throw new CliError(
      exitCodes.usage,
      `Other users of this machine can read ${path}`,
      `If a key was in it, revoke that key in the console. Then run: chmod 600 '${path}'`,
    );
  }
  return await readFile(path, "utf8");
}

/** Replaces the file as a whole, so that a reader or a crash finds the old text or the new one. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (hasModes) await chmod(folder, 0o700);
  const next = `${path}.${process.pid}`;
  try {
    await writeFile(next, text, { mode: 0o600, flag: "wx", flush: true });
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
