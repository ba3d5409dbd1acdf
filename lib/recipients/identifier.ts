import type { DeliveryPath, IdentifierKind } from "#lib/core/vocabulary.ts";
import type { CardIndexer, CardIndexes } from "#lib/crypto/card-index.ts";

/** By what a payment can name its recipient. */
export type RecipientKind = Exclude<DeliveryPath, "claim_code">;

/** An identifier that a payment came with, under every pepper. */
type SentIdentifier = { kind: RecipientKind; indexes: CardIndexes };

/** Those of one payment, the strongest first. */
export type SentIdentifiers = readonly [SentIdentifier, ...SentIdentifier[]];

/** Where an identifier is kept: in the row of a cardholder, or in one of its own. */
export type IdentifierPlace = { cardholderId: string; identifierId: string | null };

type RecipientFields = {
  recipientHashedPan?: string | undefined;
  recipientHashedPar?: string | undefined;
  recipientHashedPhone?: string | undefined;
  recipientHashedEmail?: string | undefined;
};

/** Throws without any of the fields, which a validated request has. */
export function indexRecipient(indexer: CardIndexer, fields: RecipientFields): SentIdentifiers {
  const [strongest, ...others] = hashesOf(fields).map(([kind, hash]) => {
    return { kind, indexes: indexHash(indexer, kind, hash) };
  });
  if (!strongest) throw new Error("a payment names its recipient");
  return [strongest, ...others];
}

/** The hashes that the fields hold, the strongest identifier first. */
export function hashesOf(fields: RecipientFields): [RecipientKind, string][] {
  const hashes = {
    card: fields.recipientHashedPan,
    par: fields.recipientHashedPar,
    phone: fields.recipientHashedPhone,
    email: fields.recipientHashedEmail,
  };
  return recipientKinds.flatMap((kind) => {
    const hash = hashes[kind];
    return hash === undefined ? [] : [[kind, hash] satisfies [RecipientKind, string]];
  });
}

/** The strongest first. */
export const recipientKinds = ["card", "par", "phone", "email"] as const satisfies RecipientKind[];

/** Under every pepper. A reference belongs to one organization, all others to the environment. */
export function indexIdentifier(
  indexer: CardIndexer,
  { kind, hash }: { kind: IdentifierKind; hash: string },
  organizationId: string,
): CardIndexes {
  const domain = kind === "reference" ? `reference:${organizationId}` : kind;
  return indexHash(indexer, domain, hash);
}

/** The kind is part of what is hashed, so that one kind's hash never matches another's; a card's has no prefix. */
function indexHash(indexer: CardIndexer, domain: string, hash: string): CardIndexes {
  return domain === "card" ? indexer.candidates(hash) : indexer.candidates(hash, `${domain}:`);
}
