import { createECDH } from "node:crypto";
import { config } from "#lib/config.ts";
import { createCardIndexer } from "#lib/crypto/card-index.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { parseKeyVersions } from "#lib/crypto/key-versions.ts";
import { createKeyring } from "#lib/crypto/keyring.ts";
import { checkRecordedKeys } from "./check-recorded-keys.ts";
import { type EscrowKeeper, openEscrowKeeper } from "./escrow-keeper.ts";
import { openFingerprintKeys } from "./fingerprint-keys.ts";
import { readSecrets, type SecretTexts } from "./read-secrets.ts";
import { holdServiceSecrets, type PushKeys, type ServiceSecrets } from "./secrets.ts";
import { SecretsError } from "./secrets-error.ts";

/** The secrets as keys, but for those of the escrow. */
export type ParsedSecrets = Pick<ServiceSecrets, "cardIndexer" | "keyring" | "pushKeys"> & {
  texts: SecretTexts;
};

/** Reads the secrets without looking at the data. Throws `SecretsError` that names all that are unusable. */
export async function parseSecrets(
  settings: Parameters<typeof readSecrets>[0],
): Promise<ParsedSecrets> {
  const texts = await readSecrets(settings);
  const reasons: string[] = [];
  const attempt = <T>(parse: () => T): T | undefined => {
    try {
      return parse();
    } catch (error) {
      if (!(error instanceof SecretsError)) throw error;
      reasons.push(error.message);
      return undefined;
    }
  };
  const cardIndexer = attempt(() =>
    named("CARD_PEPPERS", () => createCardIndexer(texts.CARD_PEPPERS)),
  );
  const keyring = attempt(() => named("COLUMN_KEYS", () => createKeyring(texts.COLUMN_KEYS)));
  const pushKeys = attempt(() => readPushKeys(texts.VAPID_PRIVATE_KEY));
  if (cardIndexer && keyring && reasons.length === 0) {
    return { texts, cardIndexer, keyring, pushKeys };
  }
  throw new SecretsError(reasons.join("; "));
}

/**
 * Loads the secrets of this installation, generates them where none are demanded, and proves that the
 * stored data was written with them. `given`: the escrow keys, where another process holds their private
 * parts. Throws `SecretsError` that names the one that is missing, weak, or changed.
 */
export async function openServiceSecrets(
  given?: EscrowKeeper,
  parsed?: ParsedSecrets,
): Promise<void> {
  const { texts, cardIndexer, keyring, pushKeys } = parsed ?? (await parseSecrets(config()));
  const escrow = given ?? (await openEscrowKeeper(texts.ESCROW_KEYS));
  const peppers = parseKeyVersions(texts.CARD_PEPPERS);
  const columnKeys = parseKeyVersions(texts.COLUMN_KEYS);
  const { SESSION_SECRET, SESSION_SECRET_PREVIOUS } = texts;
  await checkRecordedKeys({ peppers, columnKeys, escrow, sessionSecret: SESSION_SECRET });

  holdServiceSecrets({
    cardIndexer,
    keyring,
    escrow,
    fingerprintKeys: await openFingerprintKeys(keyring, columnKeys),
    sessionSecrets: SESSION_SECRET_PREVIOUS
      ? [SESSION_SECRET, SESSION_SECRET_PREVIOUS]
      : [SESSION_SECRET],
    pushKeys,
  });
}

function readPushKeys(privateKey: string | undefined): PushKeys | undefined {
  if (privateKey === undefined) return undefined;
  const pair = createECDH("prime256v1");
  try {
    if (!/^[\w-]{43}$/.test(privateKey)) throw new RangeError("not 32 bytes as base64url");
    pair.setPrivateKey(privateKey, "base64url");
  } catch (cause) {
    throw new SecretsError(
      "VAPID_PRIVATE_KEY: a P-256 private key is needed, 32 bytes as base64url",
      {
        cause,
      },
    );
  }
  return { privateKey, publicKey: pair.getPublicKey("base64url") };
}

function named<T>(name: keyof SecretTexts, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw withName(name, error);
  }
}

function withName(name: keyof SecretTexts, error: unknown): unknown {
  return error instanceof CryptoError ? new SecretsError(`${name}: ${error.message}`) : error;
}
