import type { StorageForm, StoredValue } from "#lib/core/data-inventory.ts";
import type { PlainSentence } from "#lib/languages/translate.ts";

/** Whose eyes the page is seen with: the reader's own, the service's, or those of a thief of its database. */
export type XRayView = "page" | "service" | "thief";

/** The forms that cannot be read, by who looks. What the service has encrypted or derived, it can read. */
export const unreadable = {
  page: [],
  service: ["sealed", "keyed_hash", "hashed", "never"],
  thief: ["encrypted", "sealed", "keyed_hash", "derived", "hashed", "never"],
} as const satisfies Record<XRayView, readonly StorageForm[]>;

/** What the database has in place of the value, in a word. */
export const formWords: Record<Exclude<StorageForm, "plain">, PlainSentence> = {
  encrypted: "encrypted",
  sealed: "ciphertext",
  keyed_hash: "keyed hash",
  derived: "hash",
  hashed: "hash",
  never: "not stored",
};

declare module "react" {
  interface HTMLAttributes<T> {
    /**
     * The value that the element shows, by the name that the inventory of stored data has for it: the X-ray covers or
     * marks the element by how that value is stored.
     */
    "data-stored"?: StoredValue | undefined;
    /** Around what has not left the device yet. */
    "data-unsent"?: "" | undefined;
    /** Around a receipt: its ciphertext, or nothing where the page does not have it. */
    "data-ciphertext"?: string | undefined;
    /** Around what is sealed to the escrow key, which the service could still open. */
    "data-escrowed"?: boolean | undefined;
  }
}
