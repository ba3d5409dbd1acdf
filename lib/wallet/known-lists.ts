import { onDevice, type SeenReceipt, type StoredCard } from "./device-store.ts";
import type { KnownReceipts, ListedReceipt } from "./listed-receipt.ts";

/** The lists of receipts as the service last sent them, by card. */
export async function readLists(): Promise<Map<string, KnownReceipts>> {
  const lists = await onDevice((database) => database.getAll("lists"));
  return new Map(lists.map(({ cardId, ...list }) => [cardId, list]));
}

/** Keeps a card's list for the next visit, unless the card has been removed. */
export async function saveList(cardId: string, list: KnownReceipts): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction(["cards", "lists"], "readwrite");
    if ((await transaction.objectStore("cards").count(cardId)) > 0) {
      await transaction.objectStore("lists").put({ cardId, ...list });
    }
    await transaction.done;
  });
}

/** The receipts that were viewed on this device, and when each was last opened. */
export async function listSeen(): Promise<SeenReceipt[]> {
  return await onDevice((database) => database.getAll("seen"));
}

export async function markSeen(
  receipts: readonly Pick<SeenReceipt, "paymentId" | "cardId">[],
): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction(["cards", "seen"], "readwrite");
    const seen = transaction.objectStore("seen");
    const cardIds = new Set(await transaction.objectStore("cards").getAllKeys());
    await Promise.all(
      receipts.map(async ({ paymentId, cardId }) => {
        // Nothing may stay behind of a card that has been removed.
        if (!cardIds.has(cardId) || (await seen.count(paymentId)) > 0) return;
        await seen.put({ paymentId, cardId });
      }),
    );
    await transaction.done;
  });
}

/** Records that the receipt was opened here, without its content. Skipped if its card has been removed. */
export async function markOpened({
  paymentId,
  cardId,
}: Pick<SeenReceipt, "paymentId" | "cardId">): Promise<void> {
  const openedAt = new Date().toISOString();
  await onDevice(async (database) => {
    const transaction = database.transaction(["cards", "seen"], "readwrite");
    if ((await transaction.objectStore("cards").count(cardId)) > 0) {
      await transaction.objectStore("seen").put({ paymentId, cardId, openedAt });
    }
    await transaction.done;
  });
}

/** Records whether something contradicted a receipt that was opened here. */
export async function markAlarm(paymentId: string, hadAlarm: boolean): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction("seen", "readwrite");
    const seen = await transaction.store.get(paymentId);
    if (seen) await transaction.store.put({ ...seen, hadAlarm });
    await transaction.done;
  });
}

/** Whether the receipt has not been viewed on this device. Receipts older than a restored card were seen elsewhere. */
export function isNew(
  { paymentId, createdAt }: Pick<ListedReceipt, "paymentId" | "createdAt">,
  { restoredAt }: Pick<StoredCard, "restoredAt">,
  seen: Pick<ReadonlySet<string>, "has">,
): boolean {
  if (restoredAt !== undefined && createdAt < restoredAt) return false;
  return !seen.has(paymentId);
}
