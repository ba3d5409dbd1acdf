import { randomBytes } from "node:crypto";
import { readFile, rename } from "node:fs/promises";
import { parseEnv } from "node:util";
import type { Config } from "#lib/config.ts";
import { AppError } from "#lib/core/errors.ts";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { ownSecretsPath, SECRETS_HEADER } from "./read-secrets.ts";
import { toLines, writeDraft } from "./secrets-file.ts";

export const rotatedSecrets = {
  pepper: "CARD_PEPPERS",
  column: "COLUMN_KEYS",
  escrow: "ESCROW_KEYS",
  session: "SESSION_SECRET",
} as const;

export type RotatedPurpose = keyof typeof rotatedSecrets;

type Settings = Pick<Config, "secrets" | "secretsFile" | "dataDir" | "productionMode">;

/** `written`: the file has the new key. `shown`: the operator stores it with the other secrets. */
export type Rotation = { name: string } & (
  | { state: "written"; path: string }
  | { state: "shown"; entry: string }
);

/**
 * A new key. If the service keeps its own secrets, it becomes the current one at the next start, and the
 * previous one stays readable; otherwise `version:base64` is returned. `version`: of the new key. Throws
 * `conflict` if no process has started with the last new one yet.
 */
export async function rotateSecret(
  purpose: RotatedPurpose,
  version: number,
  settings: Settings,
): Promise<Rotation> {
  const name = rotatedSecrets[purpose];
  const fresh = await generate(purpose);
  const entry = purpose === "session" ? fresh : `${version}:${fresh}`;
  const own = await readOwn(name, settings);
  if (!own) return { name, state: "shown", entry };

  const { path, texts } = own;
  const before = texts[name] ?? "";
  const isUnderWay =
    purpose === "session"
      ? texts.SESSION_SECRET_PREVIOUS !== undefined
      : before.split(",").some((key) => key.trim().startsWith(`${version}:`));
  if (isUnderWay) throw underWay(name);

  await replace(path, {
    ...texts,
    ...(purpose === "session"
      ? { SESSION_SECRET: entry, SESSION_SECRET_PREVIOUS: before }
      : { [name]: `${entry},${before}` }),
  });
  return { name, state: "written", path };
}

/** Removes a retired version from the service's own file; undefined if its secrets are elsewhere. */
export async function forgetVersion(
  purpose: RotatedPurpose,
  version: number,
  settings: Settings,
): Promise<string | undefined> {
  const name = rotatedSecrets[purpose];
  const own = await readOwn(name, settings);
  if (!own) return undefined;

  const { path, texts } = own;
  if (purpose === "session") {
    await replace(path, { ...texts, SESSION_SECRET_PREVIOUS: undefined });
    return path;
  }
  const [current, ...others] = (texts[name] ?? "").split(",");
  // After a rotation without a restart, the retired version is still in first place.
  if (current?.startsWith(`${version}:`)) {
    throw new AppError("conflict", { message: `${name} has version ${version} in first place` });
  }
  const kept = others.filter((entry) => !entry.trim().startsWith(`${version}:`));
  await replace(path, { ...texts, [name]: [current, ...kept].join(",") });
  return path;
}

function underWay(name: string): AppError {
  const message = `${name} is being rotated: start the service with it, and retire the one before first`;
  return new AppError("conflict", { message });
}

async function generate(purpose: RotatedPurpose): Promise<string> {
  if (purpose === "escrow") return await generateEscrowKey();
  return randomBytes(32).toString(purpose === "session" ? "base64url" : "base64");
}

type Own = { path: string; texts: Record<string, string | undefined> };

/** The service's own file, if it contains the secret. */
async function readOwn(
  name: (typeof rotatedSecrets)[RotatedPurpose],
  { secrets, secretsFile, dataDir, productionMode }: Settings,
): Promise<Own | undefined> {
  if (productionMode || secrets[name] !== undefined || secretsFile !== undefined) return undefined;

  const path = ownSecretsPath(dataDir);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const texts = parseEnv(text);
  return texts[name] ? { path, texts } : undefined;
}

async function replace(path: string, texts: Own["texts"]): Promise<void> {
  await rename(await writeDraft(path, `${SECRETS_HEADER}\n${toLines(texts)}`), path);
}
