import { createHash } from "node:crypto";
import { encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { EscrowKeys } from "#lib/crypto/escrow-keys.ts";
import { type KeyVersions, keyCheckValue } from "#lib/crypto/key-versions.ts";
import { SecretsError } from "./secrets-error.ts";
import {
  insertEscrowKeys,
  insertKeyChecks,
  isKeyVersionNeeded,
  type KeyCheckValue,
  type KeyPurpose,
  recordSessionSecret,
  selectKeyChecks,
  updateCurrentKeys,
} from "./store.ts";

const secretOf: Record<KeyPurpose, string> = {
  pepper: "CARD_PEPPERS",
  column: "COLUMN_KEYS",
  escrow: "ESCROW_KEYS",
};

/**
 * Refuses secrets that would silently split the data: a version with another key than before, or
 * without one while stored rows still need it. Throws `SecretsError`.
 */
export async function checkRecordedKeys(given: {
  peppers: KeyVersions;
  columnKeys: KeyVersions;
  escrow: Pick<EscrowKeys, "current" | "versions">;
  sessionSecret: string;
}): Promise<void> {
  const checks = [
    ...checkValues("pepper", given.peppers),
    ...checkValues("column", given.columnKeys),
    ...given.escrow.versions.map((key) => ({
      purpose: "escrow" as const,
      version: key.version,
      check: createHash("sha256").update(key.publicKeyPem).digest(),
    })),
  ];
  const current = [
    { purpose: "pepper" as const, version: given.peppers.current },
    { purpose: "column" as const, version: given.columnKeys.current },
    { purpose: "escrow" as const, version: given.escrow.current.version },
  ];
  // Before any write: a refused start leaves no trace of its keys.
  await requireRecorded(checks, current);
  await insertKeyChecks(checks);
  // And after it: of two concurrent first starts with different keys, only one may continue.
  await requireRecorded(checks, current);
  await updateCurrentKeys(current);
  if (await recordSessionSecret(keyCheckValue(encodeUtf8(given.sessionSecret)))) {
    throw new SecretsError("SESSION_SECRET: this one was retired and cannot be the current one");
  }

  const { versions } = given.escrow;
  await insertEscrowKeys(
    versions.map(({ version, keyId, publicKeyPem }) => ({
      version,
      keyId,
      publicKey: publicKeyPem,
    })),
  );
}

/** Throws `SecretsError` if the recorded keys differ from the given ones. */
async function requireRecorded(given: KeyCheckValue[], current: KeyName[]): Promise<void> {
  const checks = new Map(given.map((entry) => [keyName(entry), Buffer.from(entry.check)]));
  const currentNames = new Set(current.map(keyName));
  for (const recorded of await selectKeyChecks()) {
    const check = checks.get(keyName(recorded));
    const secret = secretOf[recorded.purpose];
    if (check && !check.equals(recorded.check)) {
      throw new SecretsError(
        `${secret}: version ${recorded.version} is not the key that the data was written with`,
      );
    }
    if (recorded.retiredAt && currentNames.has(keyName(recorded))) {
      throw new SecretsError(
        `${secret}: version ${recorded.version} was retired and cannot be the current one`,
      );
    }
    if (!check && (await isKeyVersionNeeded(recorded.purpose, recorded.version))) {
      throw new SecretsError(
        `${secret}: version ${recorded.version} is missing and stored data still needs it`,
      );
    }
  }
}

function checkValues(purpose: KeyPurpose, keys: KeyVersions): KeyCheckValue[] {
  return [...keys.keys].map(([version, key]) => ({ purpose, version, check: keyCheckValue(key) }));
}

type KeyName = { purpose: KeyPurpose; version: number };

function keyName({ purpose, version }: KeyName): string {
  return `${purpose} ${version}`;
}
