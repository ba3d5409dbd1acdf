import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import type { CardIndexes } from "#lib/crypto/card-index.ts";
import { handOverReceipts, inHandOver, type RewrappedKeys } from "#lib/escrow/release.ts";
import { announceReceipt } from "#lib/push/announce.ts";
import { hasKeysOf, type Recipient } from "#lib/recipients/card.ts";
import {
  getRecipient,
  lockCards,
  lockRecipient,
  moveToCurrentPepper,
} from "#lib/recipients/find-recipient.ts";
import { findCardholderByIndex, getCardholder } from "#lib/recipients/get-cardholder.ts";
import { type IdentifierPlace, indexIdentifier } from "#lib/recipients/identifier.ts";
import { requireUpgraded } from "#lib/recipients/require-upgraded.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import { type Identifier, type IdentifierHash, MAX_IDENTIFIERS } from "./contract-identifiers.ts";
import { getIdentifier } from "./identifiers.ts";
import { countIdentifiers, insertIdentifier } from "./store-identifiers.ts";

export type RegisteredIdentifier = { state: "created" | "existing"; identifier: Identifier };

/**
 * Adds an identifier to a cardholder and hands over the receipts that waited for it, all in one transaction. Throws
 * `not_found`, or `conflict` where another cardholder has it, or this one has as many as there may be.
 */
export async function registerIdentifier({
  caller,
  userId,
  identifier: sent,
}: {
  caller: Caller;
  userId: string;
  identifier: IdentifierHash;
}): Promise<RegisteredIdentifier> {
  const cardholder = await getCardholder(caller, userId);
  await requireUpgraded();
  const indexes = indexIdentifier(serviceSecrets().cardIndexer, sent, caller.organizationId);
  for (;;) {
    const to = await getRecipient(userId);
    if (!to) throw new AppError("not_found", { message: "No such user" });
    const result = await inHandOver(to, (transaction, keys) =>
      addIdentifier(transaction, { caller, kind: sent.kind, indexes, to, keys }),
    );
    switch (result.state) {
      case "moved":
        continue;
      case "existing":
        await moveToCurrentPepper(result.place, indexes);
        return { state: "existing", identifier: await getIdentifier(cardholder, result.place) };
      case "created":
        for (const id of result.paid.slice(-1)) announceReceipt({ cardholderId: userId, id });
        return result;
    }
  }
}

type Addition = {
  caller: Caller;
  kind: Identifier["kind"];
  indexes: CardIndexes;
  to: Recipient;
  keys: RewrappedKeys;
};

type Added =
  | { state: "created"; identifier: Identifier; paid: string[] }
  | { state: "existing"; place: IdentifierPlace }
  /** The cardholder has other keys by now, and the next round knows which. */
  | { state: "moved" };

async function addIdentifier(
  transaction: Transaction,
  { caller, kind, indexes, to, keys }: Addition,
): Promise<Added> {
  const { environment } = caller;
  const { cardholderId } = to;
  const values = indexes.map(({ value }) => value);
  // Sent together; the identifier is locked before the cardholder, and the look-up sees what the locks waited for.
  const [, now, existing] = await Promise.all([
    lockCards(transaction, "exclusive", values),
    lockRecipient(transaction, caller, cardholderId),
    findCardholderByIndex({ environment, indexes }, transaction),
  ]);
  if (existing && existing.id !== cardholderId) throw taken();
  if (existing) return { state: "existing", place: existing.place };
  if (!now || !hasKeysOf(now, to)) return { state: "moved" };

  // The card of the registration is one of them.
  const known = 1 + (await countIdentifiers(transaction, cardholderId));
  if (known >= MAX_IDENTIFIERS) throw tooMany();

  const waiting = { environment, indexes };
  const isRecipient = kind !== "reference";
  const paid = isRecipient
    ? await handOverReceipts(transaction, { waiting, by: kind, to, keys })
    : [];
  const deliveredReceipts = paid.length;
  const identifierId = createId("identifier");
  const identifier = { identifierId, kind, createdAt: new Date(), deliveredReceipts };
  const after = { identifierId, kind, deliveredReceipts };
  await Promise.all([
    insertIdentifier(transaction, caller, { ...identifier, cardholderId, index: indexes[0] }),
    recordAct(transaction, actOf(caller, "identifier.registered", { target: cardholderId, after })),
  ]);
  return { state: "created", identifier, paid };
}

/** Of any issuer; whose it is, the answer does not say. */
function taken(): AppError {
  return new AppError("conflict", {
    message: "This identifier is already registered",
    details: "hash: belongs to another user of this environment",
  });
}

function tooMany(): AppError {
  return new AppError("conflict", {
    message: `A user has ${MAX_IDENTIFIERS} identifiers at most`,
    details: "end one that is no longer needed before adding another",
  });
}
