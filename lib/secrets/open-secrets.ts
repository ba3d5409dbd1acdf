import { createECDH } from "node:crypto";
import { existsSync } from "node:fs";
import { type Config, config } from "#lib/config.ts";
import { createCardIndexer } from "#lib/crypto/card-index.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { parseKeyVersions } from "#lib/crypto/key-versions.ts";
import { createKeyring } from "#lib/crypto/keyring.ts";
import { checkRecordedKeys } from "./check-recorded-keys.ts";
import { deriveClaimKeys } from "./claim-keys.ts";
import { type EscrowKeeper, openEscrowKeeper } from "./escrow-keeper.ts";
import { openFingerprintKeys } from "./fingerprint-keys.ts";
import { findSecrets, ownSecretsPath, type SecretTexts } from "./read-secrets.ts";
import { deriveReservationKeys } from "./reservation-keys.ts";
import { holdServiceSecrets, type PushKeys, type ServiceSecrets } from "./secrets.ts";
import { SecretsError } from "./secrets-error.ts";

/** The secrets as keys, without those of the escrow. */
export type ParsedSecrets = Pick<ServiceSecrets, "cardIndexer" | "keyring" | "pushKeys"> & {
  texts: SecretTexts;
};

/**
 * Reads the secrets without checking the data. Throws `SecretsError` with everything that is wrong with them.
 */
export async function parseSecrets(
  settings: Parameters<typeof findSecrets>[0],
): Promise<ParsedSecrets> {
  const { texts, problems } = await findSecrets(settings);
  const attempt = <T>(name: keyof SecretTexts, parse: (text: string) => T): T | undefined => {
    const text = texts[name];
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof CryptoError || error instanceof RangeError)) throw error;
      problems.push(`${name}: ${error.message}`);
      return undefined;
    }
  };
  const cardIndexer = attempt("CARD_PEPPERS", createCardIndexer);
  const keyring = attempt("COLUMN_KEYS", createKeyring);
  const pushKeys = attempt("VAPID_PRIVATE_KEY", readPushKeys);
  if (!cardIndexer || !keyring || problems.length > 0) throw new SecretsError(problems);
  return { texts: texts as SecretTexts, cardIndexer, keyring, pushKeys };
}

/** The same for tools that need existing data: new secrets would be useless, and none are generated. */
export async function parseExistingSecrets(settings: Config): Promise<ParsedSecrets> {
  const { productionMode, secretsFile, secrets, dataDir } = settings;
  const areGiven = productionMode || secretsFile !== undefined || secrets.COLUMN_KEYS !== undefined;
  if (areGiven || existsSync(ownSecretsPath(dataDir))) return await parseSecrets(settings);
  throw new SecretsError(
    `the secrets of the data are missing: put secrets.env into ${dataDir}, or name it in SECRETS_FILE`,
  );
}

/**
 * Loads the secrets of this installation, generates them where none are required, and proves that the stored
 * data was written with them. `given`: the escrow keys, if another process holds their private parts. Throws
 * `SecretsError` that names the one that is missing, weak, or changed.
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

  const fingerprintKeys = await openFingerprintKeys(keyring, columnKeys);
  holdServiceSecrets({
    cardIndexer,
    keyring,
    escrow,
    fingerprintKeys,
    claimKeys: deriveClaimKeys(fingerprintKeys),
    reservationKeys: deriveReservationKeys(fingerprintKeys),
    sessionSecrets: SESSION_SECRET_PREVIOUS
      ? [SESSION_SECRET, SESSION_SECRET_PREVIOUS]
      : [SESSION_SECRET],
    pushKeys,
  });
}

/** Throws RangeError. */
function readPushKeys(privateKey: string): PushKeys {
  const pair = createECDH("prime256v1");
  try {
    pair.setPrivateKey(/^[\w-]{43}$/.test(privateKey) ? privateKey : "", "base64url");
  } catch {
    throw new RangeError("a P-256 private key is needed, 32 bytes as base64url");
  }
  return { privateKey, publicKey: pair.getPublicKey("base64url") };
}
