import { decodeUtf8, encodeUtf8 } from "#lib/crypto/bytes.ts";
import { type Archive, findArchive, startArchive, unlockArchive } from "./archive-key.ts";
import { type KeptReceipt, onDevice } from "./device-store.ts";
import { type Binding, gcm } from "./gcm-wrap.ts";
import { measure, type Observe, type ObservedConsent } from "./observation.ts";
import { readContent } from "./read-content.ts";
import { openSigners } from "./signers.ts";
import type { SealedContent } from "./till-content.ts";
import { withVaultKey } from "./vault.ts";
import { WalletError } from "./wallet-error.ts";

export type Keepable = { cardId: string; paymentId: string; receipt: SealedContent };

/** Turns on keeping opened receipts, and keeps those that are open now. Throws as openLock does. */
export async function startKeeping(
  receipts: readonly Keepable[],
  { consent, observe }: ObservedConsent,
): Promise<void> {
  const archive = await withVaultKey({ consent, observe }, startArchive);
  if (!archive) return;
  for (const receipt of receipts) await keepReceipt(receipt, archive, observe);
}

/** Encrypts a receipt and keeps it, unless keeping has been turned off or the card removed. */
export async function keepReceipt(
  { cardId, paymentId, receipt }: Keepable,
  { archiveId, key }: Archive,
  observe?: Observe | undefined,
): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const binding = bindReceipt({ archiveId, cardId, paymentId });
  const plaintext = encodeUtf8(JSON.stringify(receipt));
  const [sealed, milliseconds] = await measure(() =>
    crypto.subtle.encrypt(gcm(iv, binding), key, plaintext),
  );
  const ciphertext = new Uint8Array(sealed);
  const keptAt = new Date().toISOString();
  const isKept = await onDevice(async (database) => {
    const transaction = database.transaction(["archive", "cards", "receipts"], "readwrite");
    const isOn = (await transaction.objectStore("archive").count(archiveId)) > 0;
    const hasCard = (await transaction.objectStore("cards").count(cardId)) > 0;
    if (isOn && hasCard) {
      const kept = { paymentId, cardId, archiveId, iv, ciphertext, keptAt };
      await transaction.objectStore("receipts").put(kept);
    }
    await transaction.done;
    return isOn && hasCard;
  });
  if (isKept) observe?.({ kind: "kept", milliseconds });
}

type OpenedKept = (readonly [paymentId: string, SealedContent])[];

/** Asks for consent and opens all kept receipts without the service, as readKept does. Throws as openLock does. */
export async function openKept({ consent, observe }: ObservedConsent): Promise<OpenedKept> {
  await withVaultKey({ consent, observe }, async (vault) => {
    await openSigners(vault).catch(() => undefined);
    await unlockArchive(vault.vaultKey);
  });
  return await readKept(observe);
}

/**
 * Opens all kept receipts with the key that a consent on this page has unlocked. Leaves out receipts that do not open,
 * such as damaged ones; the service still has them.
 */
export async function readKept(observe?: Observe | undefined): Promise<OpenedKept> {
  const archive = findArchive();
  if (!archive) return [];
  const [opened, milliseconds] = await measure(async () => {
    const stored = await onDevice((database) => database.getAll("receipts"));
    return await Promise.allSettled(stored.map((kept) => openOne(kept, archive)));
  });
  const receipts = opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  observe?.({ kind: "kept_opened", count: receipts.length, milliseconds });
  return receipts;
}

async function openOne(
  { paymentId, cardId, iv, ciphertext }: KeptReceipt,
  { archiveId, key }: Archive,
): Promise<readonly [string, SealedContent]> {
  const binding = bindReceipt({ archiveId, cardId, paymentId });
  const plaintext = await crypto.subtle.decrypt(gcm(iv, binding), key, ciphertext);
  const receipt = readContent(JSON.parse(decodeUtf8(new Uint8Array(plaintext))));
  if (!receipt) throw new WalletError("not_a_receipt");
  return [paymentId, receipt];
}

function bindReceipt({
  archiveId,
  cardId,
  paymentId,
}: Pick<KeptReceipt, "archiveId" | "cardId" | "paymentId">): Binding {
  return ["sealslip kept receipt", 1, archiveId, cardId, paymentId];
}
