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
import { holdServiceSecrets, type PushKeys } from "./secrets.ts";
import { SecretsError } from "./secrets-error.ts";

/**
 * Loads the secrets of this installation, generates them where none are demanded, and proves that the
 * stored data was written with them. `given`: the escrow keys, where another process holds their private
 * parts. Throws `SecretsError` that names the one that is missing, weak, or changed.
 */
export async function openServiceSecrets(given?: EscrowKeeper): Promise<void> {
  const texts = await readSecrets(config());
  const cardIndexer = named("CARD_PEPPERS", () => createCardIndexer(texts.CARD_PEPPERS));
  const keyring = named("COLUMN_KEYS", () => createKeyring(texts.COLUMN_KEYS));
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
    pushKeys: readPushKeys(texts.VAPID_PRIVATE_KEY),
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
