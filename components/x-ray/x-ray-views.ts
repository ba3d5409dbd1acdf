import type { StorageForm } from "#lib/core/data-inventory.ts";

/** Whose eyes the page is seen with: the reader's own, the service's, or those of a thief of its database. */
export type XRayView = "page" | "service" | "thief";

/** The forms that cannot be read, by who looks. What the service has encrypted, it can decrypt. */
export const unreadable = {
  page: [],
  service: ["sealed", "keyed_hash", "hashed", "never"],
  thief: ["encrypted", "sealed", "keyed_hash", "hashed", "never"],
} as const satisfies Record<XRayView, readonly StorageForm[]>;

/** What the database has in place of the value, in a word. */
export const formWords: Record<Exclude<StorageForm, "plain">, string> = {
  encrypted: "encrypted",
  sealed: "ciphertext",
  keyed_hash: "keyed hash",
  hashed: "hash",
  never: "not stored",
};
