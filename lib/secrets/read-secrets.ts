import { createECDH, randomBytes } from "node:crypto";
import { link, mkdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import type { Config } from "#lib/config.ts";
import { generateEscrowKey } from "#lib/crypto/escrow-keys.ts";
import { findService, withService } from "./find-service.ts";
import { SecretsError } from "./secrets-error.ts";
import { toLines, writeDraft } from "./secrets-file.ts";

const secretNames = ["CARD_PEPPERS", "COLUMN_KEYS", "ESCROW_KEYS", "SESSION_SECRET"] as const;

/** Secrets that the service can do without, and the feature that is then missing. */
const optionalNames = ["SESSION_SECRET_PREVIOUS", "VAPID_PRIVATE_KEY"] as const;

type SecretName = (typeof secretNames)[number];
type OptionalName = (typeof optionalNames)[number];
export type SecretTexts = Record<SecretName, string> & { [Name in OptionalName]?: string };

const MIN_SESSION_SECRET_LENGTH = 32;

/** The secrets that were found, and a line for each of the others. */
type FoundSecrets = { texts: Partial<SecretTexts>; problems: string[] };

/** As `findSecrets`. Throws `SecretsError` with everything that is missing or weak. */
export async function readSecrets(settings: SecretSettings): Promise<SecretTexts> {
  const { texts, problems } = await findSecrets(settings);
  if (problems.length > 0) throw new SecretsError(problems);
  return texts as SecretTexts;
}

type SecretSettings = Pick<Config, "secrets" | "secretsFile" | "dataDir" | "productionMode">;

/**
 * The secrets as text: from the environment, else from SECRETS_FILE, else, outside production mode, from
 * `DATA_DIR/secrets.env`, which the first start creates (mode 0600). The key of push messages has a file of
 * its own beside it, since it was added later; if all others are given, it is used only if given. A value
 * such as `aws-kms:base64` is decrypted by that service. Throws `SecretsError` where a file cannot be read.
 */
export async function findSecrets(settings: SecretSettings): Promise<FoundSecrets> {
  const given = { ...(await readSecretsFile(settings.secretsFile)), ...present(settings.secrets) };
  const makesOwn = !settings.productionMode && secretNames.some((name) => !given[name]);
  const all = { ...(makesOwn ? await readOwnSecrets(settings.dataDir) : {}), ...given };
  const missing = secretNames.filter((name) => !all[name]);
  const { texts, problems } = await decryptAll(all);
  return {
    texts,
    problems: [
      ...(missing.length > 0 ? [describeMissing(missing, settings)] : []),
      ...problems,
      ...(["SESSION_SECRET", "SESSION_SECRET_PREVIOUS"] as const).flatMap((name) =>
        isWeak(texts[name]) ? [`${name} ${WEAK}`] : [],
      ),
    ],
  };
}

function describeMissing(names: SecretName[], { productionMode }: SecretSettings): string {
  const list = names.join(", ");
  if (!productionMode) return `missing in the file of secrets: ${list}`;
  return `missing in production mode: ${list}; set each in the environment or in SECRETS_FILE (npm run -s secrets makes a set)`;
}

async function decryptAll(given: Partial<SecretTexts>): Promise<FoundSecrets> {
  const problems: string[] = [];
  const entries = Object.entries(given).map(async ([name, text]) => {
    const found = findService(text);
    const plain = found ? await decryptText(name, found).catch(noteIn(problems)) : text;
    if (plain === undefined) return [];
    return [[name, isKeyList(name) ? withoutLineBreaks(plain) : plain] as const];
  });
  return { texts: Object.fromEntries((await Promise.all(entries)).flat()), problems };
}

function noteIn(problems: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof SecretsError)) throw error;
    problems.push(...error.reasons);
  };
}

const isKeyList = (name: string) => /^(?:CARD_PEPPERS|COLUMN_KEYS|ESCROW_KEYS)$/.test(name);

/** Common commands wrap their base64. */
function withoutLineBreaks(text: string): string {
  return text.replace(/\s+/g, "");
}

async function decryptText(
  secret: string,
  { service, rest }: NonNullable<ReturnType<typeof findService>>,
): Promise<string> {
  const ciphertext = new Uint8Array(Buffer.from(rest, "base64"));
  return await withService({ secret, service }, (opened) => opened.decrypt(ciphertext, secret));
}

async function readSecretsFile(path: string | undefined): Promise<Partial<SecretTexts>> {
  if (path === undefined) return {};
  try {
    return present(parseEnv(await readFile(path, "utf8")));
  } catch (cause) {
    throw new SecretsError(`SECRETS_FILE cannot be read: ${path}`, { cause });
  }
}

async function readOwnSecrets(dataDir: string): Promise<Partial<SecretTexts>> {
  await mkdir(dataDir, { recursive: true });
  return {
    ...(await readOwnFile(ownSecretsPath(dataDir), generateSecrets)),
    ...(await readOwnFile(join(dataDir, "web-push.env"), generatePushKey)),
  };
}

export function ownSecretsPath(dataDir: string): string {
  return join(dataDir, "secrets.env");
}

type Generated = { header: string; secrets: Partial<SecretTexts> };

/** Reads a file of secrets; the first call creates it. */
async function readOwnFile(
  path: string,
  generate: () => Generated | Promise<Generated>,
): Promise<Partial<SecretTexts>> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new SecretsError(`${path} cannot be read (${error.code}); check who owns it`);
  });
  if (text !== undefined) return present(parseEnv(text));

  const { header, secrets } = await generate();
  const draft = await writeDraft(path, `${header}\n${toLines(secrets)}`);
  try {
    // A link appears in one step, and never replaces the file of a concurrent first start.
    await link(draft, path);
    return secrets;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return await readOwnFile(path, generate);
  } finally {
    await unlink(draft);
  }
}

export const SECRETS_HEADER = `# The secrets of this installation. Without them nothing in the database can be used: keep a copy.
# Each key is "version:base64"; the first of a list is the current one, the others are still read.`;

/** A complete set of new secrets, as a file that SECRETS_FILE may name. */
export async function writeNewSecrets(): Promise<string> {
  const { header, secrets } = await generateSecrets();
  return `${header}\n${toLines({ ...secrets, ...generatePushKey().secrets })}`;
}

async function generateSecrets(): Promise<Generated> {
  return {
    header: SECRETS_HEADER,
    secrets: {
      CARD_PEPPERS: `1:${randomBytes(32).toString("base64")}`,
      COLUMN_KEYS: `1:${randomBytes(32).toString("base64")}`,
      ESCROW_KEYS: `1:${await generateEscrowKey()}`,
      SESSION_SECRET: randomBytes(32).toString("base64url"),
    },
  };
}

function generatePushKey(): Generated {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  // Leading zeros are part of the 32 bytes.
  const VAPID_PRIVATE_KEY = Buffer.from(
    pair.getPrivateKey("hex").padStart(64, "0"),
    "hex",
  ).toString("base64url");
  return {
    header: "# Signs push messages to wallets. With another key, wallets have to subscribe again.",
    secrets: { VAPID_PRIVATE_KEY },
  };
}

const WEAK = `is weak: ${MIN_SESSION_SECRET_LENGTH} or more random characters are needed`;

function isWeak(secret: string | undefined): boolean {
  if (secret === undefined) return false;
  const variety = new Set(secret).size;
  return secret.length < MIN_SESSION_SECRET_LENGTH || variety < MIN_SESSION_SECRET_LENGTH / 4;
}

function present(texts: Record<string, string | undefined>): Partial<SecretTexts> {
  return Object.fromEntries(
    [...secretNames, ...optionalNames].flatMap((name) =>
      texts[name] ? [[name, texts[name]]] : [],
    ),
  );
}
