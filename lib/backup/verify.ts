import { encodeBase64Url } from "#lib/crypto/bytes.ts";
import { wrongKey } from "#lib/crypto/content-key.ts";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { receiptAad, recipientHeader } from "#lib/crypto/envelope.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { sealOnServer } from "#lib/crypto/seal-on-server.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { openColumns } from "#lib/keys/columns.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { BackupError } from "./backup-error.ts";
import { selectWaitingReceipt, type WaitingReceipt } from "./store-verify.ts";

export type RestoreProof = {
  /** How many encrypted columns had a value that was opened */
  columns: number;
  /**
   * The payment whose receipt in escrow was opened; null if none waits, and a test receipt was opened
   * instead.
   */
  opened: string | null;
};

/**
 * Proves that the restored database and the secrets belong together, as far as the service can without a
 * cardholder's key: opens one value of each encrypted column, and a receipt in escrow, by the steps that a
 * registration would take. Throws BackupError.
 */
export async function verifyRestored(): Promise<RestoreProof> {
  try {
    const columns = await openColumns();
    const waiting = await selectWaitingReceipt();
    await openWaiting(waiting ?? sealForEscrow());
    return { columns, opened: waiting?.paymentId ?? null };
  } catch (cause) {
    if (!(cause instanceof CryptoError)) throw cause;
    throw new BackupError(`the secrets do not open what was restored: ${cause.message}`, { cause });
  }
}

/** Throws CryptoError. The receipt itself is not read. */
async function openWaiting({ paymentId, escrowVersion, ...parts }: WaitingReceipt): Promise<void> {
  const { keyId, publicKey, privateKey } = await generateKeyPair();
  const wrapped = new Uint8Array(parts.encryptedKey);
  const keys = [{ version: escrowVersion, wrapped, parts: null }];
  const [answer] = await serviceSecrets().escrow.rewrap(keys, [publicKey]);
  if (answer?.kind !== "wrapped") throw wrongKey();
  const [rewrapped] = answer.wraps;
  if (!rewrapped) throw new Error("the keeper of the escrow keys returned nothing");
  const text = (bytes: Uint8Array) => encodeBase64Url(new Uint8Array(bytes));
  const sealed = {
    protected: parts.protectedHeader,
    header: recipientHeader(keyId, rewrapped),
    encrypted_key: text(rewrapped.encryptedKey),
    iv: text(parts.iv),
    ciphertext: text(parts.ciphertext),
    tag: text(parts.tag),
    aad: receiptAad(paymentId),
  };
  await openReceipt({ sealed, paymentId, privateKey: await importPrivateKey(privateKey) });
}

/** Equivalent to a waiting receipt, as far as the keys are concerned. */
function sealForEscrow(): WaitingReceipt {
  const { version, key } = serviceSecrets().escrow.current;
  const paymentId = "verification";
  return {
    paymentId,
    escrowVersion: version,
    ...sealOnServer({ receipt: {}, paymentId, keys: [key] }),
  };
}
