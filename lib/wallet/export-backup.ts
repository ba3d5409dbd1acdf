import { encodeBase64Url } from "#lib/crypto/bytes.ts";
import {
  type BackupContent,
  type BackupKey,
  bindBackupKey,
  createBackupKey,
  writeBackupFile,
} from "./backup-file.ts";
import { unwrapCardKey } from "./card-keys.ts";
import { listCards } from "./cards.ts";
import type { StoredKey } from "./device-store.ts";
import { wrapKey } from "./gcm-wrap.ts";
import { measure, type ObservedConsent } from "./observation.ts";
import { openSigners } from "./signers.ts";
import { withVaultKey } from "./vault.ts";

/** Writes all registered cards with their keys, and the signers that are known, into a backup file. Throws `weak_passphrase`, or as openLock does. */
export async function exportBackup({
  consent,
  observe,
  passphrase,
}: ObservedConsent & { passphrase: string }): Promise<{ fileName: string; text: string }> {
  const backup = await createBackupKey(passphrase);
  const [file, milliseconds] = await withVaultKey({ consent, observe }, (vault) =>
    measure(async () => {
      const cards = await wrapCards(vault.vaultKey, backup.key);
      const signers = await openSigners(vault).catch(() => []);
      return await writeBackupFile({ cards, signers }, backup);
    }),
  );
  observe?.({ kind: "backup_written", milliseconds });
  const fileName = `sealslip-wallet-${file.createdAt.slice(0, 10)}.json`;
  return { fileName, text: `${JSON.stringify(file, null, 2)}\n` };
}

async function wrapCards(vaultKey: CryptoKey, under: CryptoKey): Promise<BackupContent["cards"]> {
  const cards: BackupContent["cards"] = [];
  for (const stored of await listCards()) {
    const { userId, keys, droppedKeys: _dropped, registeredAt: _registered, ...others } = stored;
    const { restoredAt: _restored, pairedAt: _paired, ...card } = others;
    if (userId === null) continue;
    const wrapped: BackupKey[] = [];
    for (const key of keys) {
      wrapped.push(await wrapAgain(card.cardId, key, { vaultKey, under }));
    }
    cards.push({ ...card, userId, keys: wrapped });
  }
  return cards;
}

async function wrapAgain(
  cardId: string,
  key: StoredKey,
  { vaultKey, under }: { vaultKey: CryptoKey; under: CryptoKey },
): Promise<BackupKey> {
  const { keyId, publicKey, createdAt, replacedAt, state } = key;
  const privateKey = await unwrapCardKey({ cardId, key }, { vaultKey, extractable: true });
  const binding = bindBackupKey(cardId, keyId);
  const { iv, wrapped } = await wrapKey({ key: privateKey, under, binding });
  return {
    keyId,
    publicKey,
    createdAt,
    replacedAt,
    state,
    iv: encodeBase64Url(iv),
    wrapped: encodeBase64Url(wrapped),
  };
}
