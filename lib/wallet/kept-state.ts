import { onDevice } from "./device-store.ts";

export type KeptState = {
  /** `unasked`: the first receipt that is opened asks. */
  keeping: "on" | "off" | "unasked";
  /** The payments whose receipts are here. */
  ids: string[];
};

/** What is known about kept receipts without consent. */
export async function describeKept(): Promise<KeptState> {
  return await onDevice(async (database) => {
    const isOn = (await database.count("archive")) > 0;
    const isAsked = (await database.count("choices", "keeping")) > 0;
    const otherwise = isAsked ? "off" : "unasked";
    return { keeping: isOn ? "on" : otherwise, ids: await database.getAllKeys("receipts") };
  });
}

/** Remembers that opened receipts are not to be kept, so that the next one does not ask again. */
export async function declineKeeping(): Promise<void> {
  await onDevice((database) => database.put("choices", { name: "keeping", value: false }));
}

/** Deletes all kept receipts with their notes, and turns keeping off. */
export async function stopKeeping(): Promise<void> {
  await onDevice(async (database) => {
    const names = ["archive", "receipts", "annotations", "choices"] as const;
    const transaction = database.transaction(names, "readwrite");
    await transaction.objectStore("archive").clear();
    await transaction.objectStore("receipts").clear();
    await transaction.objectStore("annotations").clear();
    await transaction.objectStore("choices").put({ name: "keeping", value: false });
    await transaction.done;
  });
}

/** Deletes one kept receipt with its notes. */
export async function forgetReceipt(paymentId: string): Promise<void> {
  await onDevice(async (database) => {
    const transaction = database.transaction(["receipts", "annotations"], "readwrite");
    await transaction.objectStore("receipts").delete(paymentId);
    await transaction.objectStore("annotations").delete(paymentId);
    await transaction.done;
  });
}
