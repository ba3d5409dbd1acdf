import { onDevice } from "./device-store.ts";

/** `ids` are the payments whose receipts are here. */
export type KeptState = { isOn: boolean; ids: string[] };

/** What is known about kept receipts without consent. */
export async function describeKept(): Promise<KeptState> {
  return await onDevice(async (database) => ({
    isOn: (await database.count("archive")) > 0,
    ids: await database.getAllKeys("receipts"),
  }));
}

/** Deletes all kept receipts and turns keeping off. */
export async function stopKeeping(): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction(["archive", "receipts"], "readwrite");
    await transaction.objectStore("archive").clear();
    await transaction.objectStore("receipts").clear();
    await transaction.done;
  });
}

/** Deletes one kept receipt. */
export async function forgetReceipt(paymentId: string): Promise<void> {
  await onDevice((database) => database.delete("receipts", paymentId));
}
