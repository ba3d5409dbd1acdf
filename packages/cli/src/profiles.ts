import { join } from "node:path";
import envPaths from "env-paths";
import { CliError, exitCodes, usageError } from "./cli-error.ts";
import { readPrivateFile, writePrivateFile } from "./private-file.ts";

export const DEFAULT_PROFILE = "default";

/** A service and a key for it, as `sealslip login` stores them. */
export type Profile = { baseUrl: string; apiKey: string };

type Profiles = Record<string, Profile>;

/** The platform's folder for settings, unless SEALSLIP_CONFIG_DIR names another. */
export function settingsPath(name: string): string {
  const folder = process.env.SEALSLIP_CONFIG_DIR || envPaths("sealslip", { suffix: "" }).config;
  return join(folder, name);
}

/** Names become parts of file names. Throws for one that cannot. */
export function requireProfileName(name: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,31}$/i.test(name)) return name;
  throw usageError("A profile's name has letters, digits, - and _, at most 32");
}

/** As the console shows it: the prefix and the last characters. */
export function describeKey(apiKey: string): string {
  return `${apiKey.slice(0, apiKey.lastIndexOf("_") + 1)}…${apiKey.slice(-4)}`;
}

export async function readProfiles(): Promise<Profiles> {
  const path = settingsPath("profiles.json");
  const text = await readPrivateFile(path);
  if (text === undefined) return {};
  const profiles = parse(text);
  if (profiles) return profiles;
  throw new CliError(
    exitCodes.usage,
    `${path} is damaged`,
    "Delete it, and sign in again with `sealslip login`.",
  );
}

export async function saveProfile(name: string, profile: Profile): Promise<string> {
  const path = settingsPath("profiles.json");
  await write(path, { ...(await readProfiles()), [name]: profile });
  return path;
}

/** False if there was none. */
export async function removeProfile(name: string): Promise<boolean> {
  const { [name]: removed, ...others } = await readProfiles();
  if (removed) await write(settingsPath("profiles.json"), others);
  return removed !== undefined;
}

async function write(path: string, profiles: Profiles): Promise<void> {
  await writePrivateFile(path, `${JSON.stringify({ profiles }, null, 2)}\n`);
}

function parse(text: string): Profiles | undefined {
  try {
    const { profiles } = JSON.parse(text);
    const isWhole = Object.values(profiles).every(isProfile);
    return isWhole ? profiles : undefined;
  } catch {
    return undefined;
  }
}

function isProfile(value: unknown): value is Profile {
  if (typeof value !== "object" || value === null) return false;
  const { baseUrl, apiKey } = value as Partial<Profile>;
  return typeof baseUrl === "string" && typeof apiKey === "string";
}
