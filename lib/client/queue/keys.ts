import type { StoredEntry } from "./entry.ts";

export const ENTRIES = "entry/";
/** In order; the values are ids of entries. */
export const OPEN = "open/";
export const WAITING = "waiting/";
export const LOSSES = "loss/";
export const RESERVATIONS = "reservation/";

export const entryKey = (id: string) => `${ENTRIES}${id}`;

/** So that alphabetical order is that of the numbers. */
export const numberText = (number: number) => String(number).padStart(15, "0");

type References = Pick<StoredEntry, "gateway" | "merchantId" | "receiptId" | "transactionId">;

/** What the service takes for one payment; the value is the id of the latest entry with it. */
export function referencesKey({ gateway, merchantId, receiptId, transactionId }: References) {
  return `references/${JSON.stringify([gateway, merchantId, receiptId, transactionId])}`;
}

/** An entry, and the list that it is in. */
export function entryWrites(entry: StoredEntry): [string, unknown][] {
  const { state } = entry.status;
  const isOpen = state === "queued" || state === "sent" || state === "canceling";
  const isWaiting = state === "requires_confirmation";
  const number = numberText(entry.number);
  return [
    [entryKey(entry.id), entry],
    [`${OPEN}${number}`, isOpen ? entry.id : undefined],
    [`${WAITING}${number}`, isWaiting ? entry.id : undefined],
  ];
}
