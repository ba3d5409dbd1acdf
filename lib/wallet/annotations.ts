import { z } from "zod";
import { decodeUtf8, encodeUtf8 } from "#lib/crypto/bytes.ts";
import type { Annotation } from "./annotation.ts";
import { type Archive, findArchive } from "./archive-key.ts";
import { onDevice, type StoredAnnotation } from "./device-store.ts";
import { type Binding, gcm } from "./gcm-wrap.ts";
import { WalletError } from "./wallet-error.ts";

const annotation = z.object({
  tags: z.array(z.string()),
  note: z.string(),
  isBusiness: z.boolean(),
  warrantyUntil: z.iso.date().nullable().optional(),
  dismissedWarranty: z.iso.date().optional(),
}) satisfies z.ZodType<Annotation>;

type Annotated = { cardId: string; paymentId: string };

/**
 * Encrypts what the cardholder noted about a kept receipt, in place of what was noted before. Takes the key that a
 * consent on this page has unlocked; throws `key_forgotten` without it, and `not_found` if the receipt is not kept.
 */
export async function saveAnnotation(
  { cardId, paymentId }: Annotated,
  noted: Annotation,
): Promise<void> {
  const archive = findArchive();
  if (!archive) throw new WalletError("key_forgotten");
  const { archiveId, key } = archive;
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const binding = bindAnnotation({ archiveId, cardId, paymentId });
  const plaintext = encodeUtf8(JSON.stringify(noted));
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(gcm(iv, binding), key, plaintext));
  await onDevice(async (database) => {
    const transaction = database.transaction(["receipts", "annotations"], "readwrite");
    // Another tab may have deleted it, or turned keeping off and on again.
    const kept = await transaction.objectStore("receipts").get(paymentId);
    if (kept?.archiveId !== archiveId) throw new WalletError("not_found");
    const stored = { paymentId, cardId, archiveId, iv, ciphertext };
    await transaction.objectStore("annotations").put(stored);
    await transaction.done;
  });
}

type OpenedAnnotations = (readonly [paymentId: string, Annotation])[];

/** All notes, with the key that a consent on this page has unlocked. Leaves out those that do not open. */
export async function readAnnotations(): Promise<OpenedAnnotations> {
  const archive = findArchive();
  if (!archive) return [];
  const stored = await onDevice((database) => database.getAll("annotations"));
  const opened = await Promise.allSettled(stored.map((one) => openOne(one, archive)));
  return opened.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

async function openOne(
  { paymentId, cardId, iv, ciphertext }: StoredAnnotation,
  { archiveId, key }: Archive,
): Promise<readonly [string, Annotation]> {
  const binding = bindAnnotation({ archiveId, cardId, paymentId });
  const plaintext = await crypto.subtle.decrypt(gcm(iv, binding), key, ciphertext);
  return [paymentId, annotation.parse(JSON.parse(decodeUtf8(new Uint8Array(plaintext))))];
}

function bindAnnotation({
  archiveId,
  cardId,
  paymentId,
}: Annotated & { archiveId: string }): Binding {
  return ["sealslip annotation", 1, archiveId, cardId, paymentId];
}
