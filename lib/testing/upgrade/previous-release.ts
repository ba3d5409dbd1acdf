import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { BASELINE } from "#prisma/baseline.ts";

const ROOT = join(import.meta.dirname, "../../..");
const KEY_SCRIPT = "lib/testing/upgrade/create-key.ts";

/**
 * The commit that this version is an upgrade of: the latest release's before it, or where there is none, the one
 * before the newest migration. Undefined where there is no history, as in an archive.
 */
export function findPreviousRelease(): string | undefined {
  const tag = git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
  if (tag) return git("rev-parse", `${tag}^{commit}`);

  const newest = readdirSync(join(ROOT, "prisma/migrations"))
    .filter((name) => /^\d{14}_/.test(name))
    .sort()
    .at(-1);
  const added = git(
    "log",
    "-1",
    "--diff-filter=A",
    "--format=%H",
    "--",
    `prisma/migrations/${newest}`,
  );
  // One that is not committed yet comes after all that is.
  return git("rev-parse", added ? `${added}^` : "HEAD");
}

/** Whether its tables come from the baseline, rather than from the migrations before it. */
export function hasBaseline(commit: string): boolean {
  return git("ls-tree", "--name-only", commit, `prisma/migrations/${BASELINE}`) !== undefined;
}

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.trim() || undefined : undefined;
}

/** The files of a commit in a folder of their own, ready to run with the packages of this version. */
export function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), "sealslip-release-"));
  const archive = execFileSync("git", ["archive", commit], {
    cwd: ROOT,
    maxBuffer: 1024 * 1024 * 1024,
  });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const script = join(folder, KEY_SCRIPT);
  mkdirSync(dirname(script), { recursive: true });
  if (!existsSync(script)) cpSync(join(ROOT, KEY_SCRIPT), script);
  execFileSync(process.execPath, ["scripts/generate.mjs"], { cwd: folder });
  return folder;
}

/** An API key that the code in the folder has made in its own way. */
export function createKey(folder: string, env: Record<string, string>): string {
  const options = { cwd: folder, env: { ...process.env, ...env }, encoding: "utf8" } as const;
  return execFileSync(process.execPath, [KEY_SCRIPT], options).trim();
}
