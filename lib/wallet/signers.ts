import { decodeUtf8, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { onDevice, type RememberedSigner, requireVault, type SignersKey } from "./device-store.ts";
import { type Binding, gcm, unwrapAesKey, wrapKey } from "./gcm-wrap.ts";
import type { Vault } from "./observation.ts";
import {
  compareAges,
  findSignedBefore,
  knowsMerchant,
  type Recognition,
  recognize,
  type SeenSigner,
  type Signed,
  seenSigner,
  type Unsigned,
} from "./recognize-signer.ts";

/** The signers that are known, oldest first, and the key that they are stored under: not extractable. */
type Signers = { signersId: string; key: CryptoKey; known: SeenSigner[] };

/**
 * In memory from the first consent until the page is closed, as are the receipts that were opened since. On the device
 * they are encrypted: they say where the cardholder shops.
 */
const memory: { signers?: Signers | undefined } = {};

/** Reads the signers that are known, and returns them. Needs consent once; the key is made on first use. */
export async function openSigners(vault: Vault): Promise<SeenSigner[]> {
  const { signersId, ...wrapped } = (await readSignersKey()) ?? (await addSignersKey(vault));
  const key = await unwrapAesKey(wrapped, {
    under: vault.vaultKey,
    binding: bindSignersKey(signersId),
    extractable: false,
    usages: ["encrypt", "decrypt"],
  });
  const stored = await onDevice((database) => database.getAll("signers"));
  const opened = await Promise.allSettled(stored.map((one) => openSigner(one, key)));
  // A damaged one is forgotten: its key counts as not seen.
  const known = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  memory.signers = { signersId, key, known: known.toSorted(compareAges) };
  return memory.signers.known;
}

/**
 * Whether this wallet knows the key that signed an opened receipt, which it does from then on. Undefined where that could
 * not be read. `onLearn` is called if that may change what is said of other receipts.
 */
export async function recognizeSigner(
  signed: Signed,
  onLearn?: () => void,
): Promise<Recognition | undefined> {
  const { signers } = memory;
  if (!signers) return undefined;
  const recognition = recognize(signers.known, signed);
  const isNews = recognition.kind !== "seen" || !knowsMerchant(signers.known, signed);
  if (isNews && !isKnown(signers.known, signed)) {
    const signer = { ...signed, seenAt: new Date().toISOString() };
    // A full disk must not hide the signature; the next receipt tries again.
    await remember(signer, signers).catch(() => undefined);
    onLearn?.();
  }
  // The other rows of a list were remembered meanwhile.
  return recognize(signers.known, signed);
}

/**
 * Since when receipts under the name of an unsigned one were signed; undefined if none was that this wallet opened
 * earlier, and where that could not be read.
 */
export function findSignedShop(unsigned: Unsigned): string | undefined {
  return memory.signers && findSignedBefore(memory.signers.known, unsigned);
}

/** Whether the signers that are known could be read. */
export function areSignersOpen(): boolean {
  return memory.signers !== undefined;
}

/** Those of a backup, beside those that are here. */
export async function addSigners(added: readonly SeenSigner[], vault: Vault): Promise<void> {
  const known = await openSigners(vault);
  const { signers } = memory;
  if (!signers) return;
  for (const one of added) if (!isKnown(known, one)) await remember(one, signers);
}

/** One that was remembered without the time of its receipt, or without its organization, is remembered again with it. */
function isKnown(known: readonly SeenSigner[], signed: Signed): boolean {
  return known.some(
    ({ thumbprint, paymentId, receiptAt, organization }) =>
      thumbprint === signed.thumbprint &&
      paymentId === signed.paymentId &&
      (receiptAt !== undefined || signed.receiptAt === undefined) &&
      (organization !== undefined || signed.organization === undefined),
  );
}

async function remember(signer: SeenSigner, { signersId, key, known }: Signers): Promise<void> {
  // First in memory: the rows of a list ask at the same time.
  known.push(signer);
  known.sort(compareAges);
  const id = crypto.randomUUID();
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const binding = bindSigner({ id, signersId });
  const plaintext = encodeUtf8(JSON.stringify(signer));
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(gcm(iv, binding), key, plaintext));
  await onDevice(async (database) => {
    const transaction = database.transaction(["signersKey", "signers"], "readwrite");
    // Another tab may have erased the wallet.
    if ((await transaction.objectStore("signersKey").count(signersId)) > 0) {
      await transaction.objectStore("signers").put({ id, signersId, iv, ciphertext });
    }
    await transaction.done;
  });
}

async function openSigner(
  { id, signersId, iv, ciphertext }: RememberedSigner,
  key: CryptoKey,
): Promise<SeenSigner> {
  const binding = bindSigner({ id, signersId });
  const plaintext = await crypto.subtle.decrypt(gcm(iv, binding), key, ciphertext);
  return seenSigner.parse(JSON.parse(decodeUtf8(new Uint8Array(plaintext))));
}

async function readSignersKey(): Promise<SignersKey | undefined> {
  const [stored] = await onDevice((database) => database.getAll("signersKey"));
  return stored;
}

async function addSignersKey({ vaultId, vaultKey }: Vault): Promise<SignersKey> {
  const signersId = crypto.randomUUID();
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, true, ["encrypt"]);
  const wrapped = await wrapKey({ key, under: vaultKey, binding: bindSignersKey(signersId) });
  return await onDevice(async (database) => {
    const transaction = database.transaction(["signersKey", "locks"], "readwrite");
    requireVault(await transaction.objectStore("locks").getAll(), vaultId);
    const store = transaction.objectStore("signersKey");
    // Another tab may have been faster.
    const [faster] = await store.getAll();
    const added = { signersId, ...wrapped };
    if (!faster) await store.add(added);
    await transaction.done;
    return faster ?? added;
  });
}

function bindSignersKey(signersId: string): Binding {
  return ["sealslip signers key", 1, signersId];
}

function bindSigner({ id, signersId }: Pick<RememberedSigner, "id" | "signersId">): Binding {
  return ["sealslip signer", 1, signersId, id];
}
