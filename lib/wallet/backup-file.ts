import { z } from "zod";
import { environments } from "#lib/core/vocabulary.ts";
import {
  decodeBase64Url,
  decodeUtf8,
  encodeBase64Url,
  encodeUtf8,
  equalBytes,
} from "#lib/crypto/bytes.ts";
import { generateP256Keys } from "#lib/crypto/p256-keys.ts";
import { importPublicKey, keyKindOf } from "#lib/crypto/recipient-key.ts";
import { cardBrands } from "./card-number.ts";
import { type Binding, unwrapPrivateKey } from "./gcm-wrap.ts";
import { derivePasswordKey, MAX_ITERATIONS, MIN_ITERATIONS } from "./password-key.ts";
import { seenSigner } from "./recognize-signer.ts";
import { WalletError } from "./wallet-error.ts";

// Fixed and high: the file may be stored anywhere for years, and is rarely opened.
const iterations = 1_500_000;
const shortestPassphrase = 12;

const backupFile = z.object({
  format: z.literal("sealslip-wallet-backup"),
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  keyDerivation: z.object({
    name: z.literal("PBKDF2-HMAC-SHA-256"),
    // Bounded, so that a crafted file cannot keep a device busy for hours.
    iterations: z.int().min(MIN_ITERATIONS).max(MAX_ITERATIONS),
    salt: z.base64url(),
  }),
  encryption: z.literal("A256GCM"),
  iv: z.base64url(),
  ciphertext: z.base64url(),
});

const backupContent = z.object({
  // Backups from before signers were remembered have none.
  signers: z.array(seenSigner).optional(),
  cards: z.array(
    z.object({
      cardId: z.uuid(),
      environment: z.enum(environments),
      // Empty where the device does not know it.
      last4: z.string().regex(/^(?:\d{4})?$/),
      brand: z.enum(cardBrands).nullable(),
      userId: z.string().min(1),
      createdAt: z.iso.datetime(),
      name: z.string().optional(),
      place: z.int().optional(),
      testNumber: z.string().regex(/^\d+$/).optional(),
      keys: z.array(
        z.object({
          keyId: z.string().min(1),
          publicKey: z.string().min(1),
          // Pending keys too: the service may have them already, and receipts may be sealed to them.
          state: z.enum(["current", "retired", "pending"]),
          createdAt: z.iso.datetime(),
          replacedAt: z.iso.datetime().optional(),
          iv: z.base64url(),
          wrapped: z.base64url(),
        }),
      ),
    }),
  ),
});

export type BackupFile = z.output<typeof backupFile>;
export type BackupContent = z.output<typeof backupContent>;
/** The cards, and the key that their private keys are wrapped under. */
export type OpenedBackup = { key: CryptoKey; content: BackupContent };
export type BackupKey = BackupContent["cards"][number]["keys"][number];

/** Throws `weak_passphrase`. */
export async function createBackupKey(
  passphrase: string,
): Promise<{ key: CryptoKey; salt: Uint8Array<ArrayBuffer> }> {
  if ([...passphrase.trim()].length < shortestPassphrase) throw new WalletError("weak_passphrase");
  const salt = crypto.getRandomValues(new Uint8Array(32));
  return { salt, key: await deriveKey(passphrase, { salt, iterations }) };
}

/** Even the list of cards is encrypted with the passphrase. */
export async function writeBackupFile(
  content: BackupContent,
  { key, salt }: { key: CryptoKey; salt: Uint8Array<ArrayBuffer> },
): Promise<BackupFile> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const head = {
    format: "sealslip-wallet-backup" as const,
    version: 1 as const,
    createdAt: new Date().toISOString(),
    keyDerivation: {
      name: "PBKDF2-HMAC-SHA-256" as const,
      iterations,
      salt: encodeBase64Url(salt),
    },
    encryption: "A256GCM" as const,
  };
  const plaintext = encodeUtf8(JSON.stringify(content));
  const ciphertext = await crypto.subtle.encrypt(gcm(iv, head), key, plaintext);
  return {
    ...head,
    iv: encodeBase64Url(iv),
    ciphertext: encodeBase64Url(new Uint8Array(ciphertext)),
  };
}

/** Slow by design: it derives the key from the passphrase. Throws `not_a_backup` or `wrong_passphrase`. */
export async function openBackup({
  text,
  passphrase,
}: {
  text: string;
  passphrase: string;
}): Promise<OpenedBackup> {
  const { iv, ciphertext, ...head } = parseBackupFile(text);
  const { iterations: cost, salt } = head.keyDerivation;
  const key = await deriveKey(passphrase, { salt: decodeBase64Url(salt), iterations: cost });
  const opened = await crypto.subtle
    .decrypt(gcm(decodeBase64Url(iv), head), key, decodeBase64Url(ciphertext))
    .catch((cause: unknown) => {
      throw new WalletError("wrong_passphrase", { cause });
    });
  const content = backupContent.safeParse(JSON.parse(decodeUtf8(new Uint8Array(opened))));
  if (!content.success) throw new WalletError("not_a_backup");
  return { key, content: content.data };
}

function parseBackupFile(text: string): BackupFile {
  try {
    return backupFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new WalletError("not_a_backup", { cause });
  }
}

async function deriveKey(
  passphrase: string,
  { salt, iterations: cost }: { salt: Uint8Array<ArrayBuffer>; iterations: number },
): Promise<CryptoKey> {
  return await derivePasswordKey({
    password: passphrase.trim(),
    salt,
    iterations: cost,
    usages: ["encrypt", "decrypt", "wrapKey", "unwrapKey"],
  });
}

function gcm(iv: Uint8Array<ArrayBuffer>, head: Omit<BackupFile, "iv" | "ciphertext">) {
  const { format, version, createdAt, keyDerivation } = head;
  const { iterations: cost, salt } = keyDerivation;
  const additionalData = encodeUtf8(JSON.stringify([format, version, createdAt, cost, salt]));
  return { name: "AES-GCM", iv, additionalData };
}

export function bindBackupKey(cardId: string, keyId: string): Binding {
  return ["sealslip backup key", 1, cardId, keyId];
}

/** Extractable, so that it can be wrapped again, and tested against its public key. Throws `backup_not_proven`. */
export async function unwrapBackupKey(
  { cardId, key }: { cardId: string; key: BackupKey },
  under: CryptoKey,
): Promise<CryptoKey> {
  try {
    const privateKey = await unwrapPrivateKey(
      { iv: decodeBase64Url(key.iv), wrapped: decodeBase64Url(key.wrapped) },
      {
        under,
        binding: bindBackupKey(cardId, key.keyId),
        kind: keyKindOf(key.publicKey),
        extractable: true,
      },
    );
    await provePair(key.publicKey, privateKey);
    return privateKey;
  } catch (cause) {
    throw new WalletError("backup_not_proven", { cause });
  }
}

async function provePair(publicKey: string, privateKey: CryptoKey): Promise<void> {
  const { kind, key } = await importPublicKey(publicKey);
  const isPair = kind === "P-256" ? await agrees(key, privateKey) : await opens(key, privateKey);
  if (!isPair) throw new WalletError("backup_not_proven");
}

/** The private key must open what the public key seals. */
async function opens(publicKey: CryptoKey, privateKey: CryptoKey): Promise<boolean> {
  const message = crypto.getRandomValues(new Uint8Array(32));
  const sealed = await crypto.subtle.encrypt("RSA-OAEP", publicKey, message);
  const opened = await crypto.subtle.decrypt("RSA-OAEP", privateKey, sealed);
  return equalBytes(new Uint8Array(opened), message);
}

/** Both keys must reach the same secret with another pair. */
async function agrees(publicKey: CryptoKey, privateKey: CryptoKey): Promise<boolean> {
  const other = await generateP256Keys({ extractable: false });
  const [sent, received] = await Promise.all([
    crypto.subtle.deriveBits({ name: "ECDH", public: publicKey }, other.privateKey, 256),
    crypto.subtle.deriveBits({ name: "ECDH", public: other.publicKey }, privateKey, 256),
  ]);
  return equalBytes(new Uint8Array(sent), new Uint8Array(received));
}
