import { randomBytes } from "node:crypto";
import { link, readFile, rm } from "node:fs/promises";
import { CliError, exitCodes, usageError } from "./cli-error.ts";
import type { Context } from "./context.ts";
import type { Place } from "./follow-events.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";
import { settingsPath } from "./profiles.ts";

/** What `webhooks listen` keeps of a profile: how far it has delivered, and the secret that signs. */
export type ListenState = { baseUrl: string; environment: string; secret: string; place: Place };

type Owner = Pick<Context, "profile" | "baseUrl" | "environment">;

/** Undefined the first time. */
export async function readListenState(owner: Owner): Promise<ListenState | undefined> {
  const path = statePath(owner);
  const text = await readPrivateFile(path);
  if (text === undefined) return undefined;
  const state = parse(text);
  if (!state) throw usageError(`${path} is damaged`, "Delete it, and go on with --after.");
  return state;
}

export function isOf(state: ListenState, { baseUrl, environment }: Owner): boolean {
  return state.baseUrl === baseUrl && state.environment === environment;
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
      `Another \`sealslip webhooks listen\` runs with the profile ${owner.profile}`,
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

function statePath({ profile }: Owner): string {
  return settingsPath(`listen-${profile}.json`);
}

function parse(text: string): ListenState | undefined {
  try {
    const state = JSON.parse(text);
    const texts = [state.baseUrl, state.environment, state.secret];
    const isWhole =
      texts.every((one) => typeof one === "string") && typeof state.place === "object";
    return isWhole ? state : undefined;
  } catch {
    return undefined;
  }
}
