import type { AnyEnvironment } from "#lib/core/vocabulary.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";

/** A payment card, known by nothing but its keyed hash. */
export type Card = { environment: AnyEnvironment; indexes: CardIndexes };

/** The cardholder that a receipt for a card is sealed to, and the current key. */
export type Recipient = {
  cardholderId: string;
  /** The issuer */
  organizationId: string;
  pepperVersion: number;
  keyId: string;
  /** PEM */
  publicKey: string;
};

export type Cardholder = {
  id: string;
  organizationId: string;
  currentKeyId: string;
  registeredAt: Date;
  deliveredReceipts: number;
};
