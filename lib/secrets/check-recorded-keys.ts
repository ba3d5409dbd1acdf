import { createHash } from "node:crypto";
import type { EscrowKeys } from "#lib/crypto/escrow-keys.ts";
import { type KeyVersions, keyCheckValue } from "#lib/crypto/key-versions.ts";
import { SecretsError } from "./read-secrets.ts";
import {
  insertEscrowKeys,
  insertKeyChecks,
  isKeyVersionNeeded,
  type KeyCheckValue,
  type KeyPurpose,
  selectKeyChecks,
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
  escrowKeys: EscrowKeys;
}): Promise<void> {
  const checks = [
    ...checkValues("pepper", given.peppers),
    ...checkValues("column", given.columnKeys),
    ...given.escrowKeys.versions.map((key) => ({
      purpose: "escrow" as const,
      version: key.version,
      check: createHash("sha256").update(key.publicKeyPem).digest(),
    })),
  ];
  // Before anything is written: a refused start leaves no trace of its keys.
  await requireRecorded(checks);
  await insertKeyChecks(checks);
  // And after it: of two first starts at once with different keys, only one may go on.
  await requireRecorded(checks);

  const { versions } = given.escrowKeys;
  await insertEscrowKeys(
    versions.map(({ version, keyId, publicKeyPem }) => ({
      version,
      keyId,
      publicKey: publicKeyPem,
    })),
  );
}

/** Throws `SecretsError` where the recorded keys disagree with the given ones. */
async function requireRecorded(given: KeyCheckValue[]): Promise<void> {
  const checks = new Map(given.map((entry) => [keyName(entry), Buffer.from(entry.check)]));
  for (const recorded of await selectKeyChecks()) {
    const check = checks.get(keyName(recorded));
    const secret = secretOf[recorded.purpose];
    if (check && !check.equals(recorded.check)) {
      throw new SecretsError(
        `${secret}: version ${recorded.version} is not the key that the data was written with`,
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

function keyName({ purpose, version }: { purpose: KeyPurpose; version: number }): string {
  return `${purpose} ${version}`;
}
