import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import type { RecipientKind } from "./identifier.ts";

/** A payment card or another identifier, known by nothing but its keyed hash. */
export type Card = { environment: AnyEnvironment; indexes: CardIndexes };

/** A public key that receipts are sealed to. */
export type RecipientKey = {
  keyId: string;
  /** PEM */
  publicKey: string;
  /** The key of the same device that this one has replaced, if any. */
  previousKeyId: string | null;
};

/** The cardholder that a receipt is sealed to. */
export type Recipient = {
  cardholderId: string;
  /** The issuer */
  organizationId: string;
  pepperVersion: number;
  /** One for each device, the current one first: receipts carry its id. */
  keys: readonly [RecipientKey, ...RecipientKey[]];
};

/** The one that an identifier of a payment leads to. */
export type FoundRecipient = Recipient & { by: RecipientKind };

/** Whether a recipient still has just these keys. */
export function hasKeysOf(now: Recipient, before: Recipient): boolean {
  const name = ({ keys }: Recipient) => keys.map(({ keyId }) => keyId).join("\n");
  return name(now) === name(before);
}

export type Cardholder = {
  id: string;
  organizationId: string;
  currentKeyId: string;
  registeredAt: Date;
  deliveredReceipts: number;
};
