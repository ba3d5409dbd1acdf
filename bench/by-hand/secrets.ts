import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPublicKey,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";

export type Secrets = {
  escrow: { publicKey: KeyObject; privateKey: CryptoKey };
  /** Replaces a card, or a body, in the database. */
  digest(text: string): Buffer;
  encrypt(text: string, context: string): Buffer;
  decrypt(bytes: Uint8Array, context: string): string;
};

/** New secrets, for a database of their own. */
export async function createSecrets(): Promise<Secrets> {
  const pepper = randomBytes(32);
  const key = randomBytes(32);
  const escrow = await generateKeyPair();
  return {
    escrow: {
      publicKey: createPublicKey(escrow.publicKey),
      privateKey: await importPrivateKey(escrow.privateKey),
    },
    digest: (text) => createHmac("sha256", pepper).update(text).digest(),
    encrypt(text, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
    },
    decrypt(bytes, context) {
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
    },
  };
}
