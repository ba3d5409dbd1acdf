import type { StoredValue } from "#lib/core/data-inventory.ts";

declare module "react" {
  interface HTMLAttributes<T> {
    /**
     * The value that the element shows, by the name that the inventory of stored data has for it: the X-ray covers or
     * marks the element by how that value is stored.
     */
    "data-stored"?: StoredValue | undefined;
    /** What the database has in its place, where the page knows that; the thief's view shows it. */
    "data-stored-as"?: string | undefined;
    /** Around a receipt: its ciphertext, or nothing where the page does not have it. */
    "data-ciphertext"?: string | undefined;
    /** Around what is sealed to the escrow key, which the service could still open. */
    "data-escrowed"?: boolean | undefined;
  }
}
