import type { Caller } from "#lib/core/caller.ts";
import type { Environment } from "#lib/core/vocabulary.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";

export type RegisteredRecipient = {
  cardholderId: string;
  pepperVersion: number;
  keyId: string;
  /** PEM */
  publicKey: string;
};

export type Card = { environment: Environment; indexes: CardIndexes };

export type Cardholder = {
  id: string;
  organizationId: string;
  currentKeyId: string;
  registeredAt: Date;
  deliveredReceipts: number;
};

export type CardTenant = Pick<Caller, "organizationId" | "environment">;
