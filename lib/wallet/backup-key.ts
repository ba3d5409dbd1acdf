import { decodeBase64Url, equalBytes } from "#lib/crypto/bytes.ts";
import { importPublicKey } from "#lib/crypto/rsa-keys.ts";
import type { BackupKey } from "./backup-file.ts";
import { type Binding, unwrapPrivateKey } from "./gcm-wrap.ts";
import { WalletError } from "./wallet-error.ts";

export function bindBackupKey(cardId: string, keyId: string): Binding {
  return ["sealslip backup key", 1, cardId, keyId];
}

/** Extractable, to be wrapped again, and proven to be the key of its public half. Throws `backup_not_proven`. */
export async function unwrapBackupKey(
  { cardId, key }: { cardId: string; key: BackupKey },
  under: CryptoKey,
): Promise<CryptoKey> {
  try {
    const privateKey = await unwrapPrivateKey(
      { iv: decodeBase64Url(key.iv), wrapped: decodeBase64Url(key.wrapped) },
      { under, binding: bindBackupKey(cardId, key.keyId), extractable: true },
    );
    await provePair(key.publicKey, privateKey);
    return privateKey;
  } catch (cause) {
    throw new WalletError("backup_not_proven", { cause });
  }
}

/** What the public half seals, the private half must open. */
async function provePair(publicKey: string, privateKey: CryptoKey): Promise<void> {
  const { key } = await importPublicKey(publicKey);
  const message = crypto.getRandomValues(new Uint8Array(32));
  const sealed = await crypto.subtle.encrypt("RSA-OAEP", key, message);
  const opened = await crypto.subtle.decrypt("RSA-OAEP", privateKey, sealed);
  if (!equalBytes(new Uint8Array(opened), message)) throw new WalletError("backup_not_proven");
}
