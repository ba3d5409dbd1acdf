import { createHash, randomBytes } from "node:crypto";
import { link, readFile, rm } from "node:fs/promises";
import { CliError, exitCodes, usageError } from "./cli-error.ts";
import type { Context } from "./context.ts";
import type { Place } from "./follow-events.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";
import { settingsPath } from "./profiles.ts";

/** Whose events `webhooks listen` forwards: of one organization, in one environment of one service. */
export type Owner = Pick<Context, "profile" | "baseUrl" | "environment"> & {
  organizationId: string;
};

/** What is kept of an owner: the secret that signs, and how far each selection of its events was delivered. */
export type ListenState = { secret: string; places: Record<string, Place> };

/** Undefined the first time. */
export async function readListenState(owner: Owner): Promise<ListenState | undefined> {
  const path = statePath(owner);
  const text = await readPrivateFile(path);
  if (text === undefined) return undefined;
  const state = parse(text);
  if (!state) throw usageError(`${path} is damaged`, "Delete it, and go on with --after.");
  return state;
}

export async function writeListenState(owner: Owner, state: ListenState): Promise<void> {
  await writePrivateFile(statePath(owner), `${JSON.stringify(state, null, 2)}\n`);
}

export function createSecret(): string {
  return `whsec_${randomBytes(32).toString("base64")}`;
}

/**
 * Two listeners would write each other's place, and skip events. The lock is a file with the process id; one that a
 * dead process left does not count.
 */
export async function lockListening(owner: Owner): Promise<AsyncDisposable> {
  const path = `${statePath(owner)}.lock`;
  const own = `${path}.${process.pid}`;
  await writePrivateFile(own, String(process.pid));
  try {
    if (!(await isRunning(path))) await rm(path, { force: true });
    await link(own, path);
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new CliError(
      exitCodes.refused,
      `Another \`sealslip webhooks listen\` of this organization runs with the profile ${owner.profile}`,
      `End it, or use another --profile. If there is none, delete ${path}.`,
    );
  } finally {
    await rm(own, { force: true });
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}

async function isRunning(path: string): Promise<boolean> {
  const pid = Number(await readFile(path, "utf8").catch(() => "0"));
  if (!Number.isSafeInteger(pid) || pid < 1) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function statePath({ profile, baseUrl, environment, organizationId }: Owner): string {
  const names = JSON.stringify([baseUrl, environment, organizationId]);
  const hash = createHash("sha256").update(names).digest("hex").slice(0, 16);
  return settingsPath(`listen-${profile}-${hash}.json`);
}

function parse(text: string): ListenState | undefined {
  try {
    const { secret, places } = JSON.parse(text);
    const arePlaces = Object.values(places).every((place) => typeof place === "object" && place);
    return typeof secret === "string" && arePlaces ? { secret, places } : undefined;
  } catch {
    return undefined;
  }
}
