import { actOf } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Cardholder } from "#lib/recipients/card.ts";
import { moveToCurrentPepper } from "#lib/recipients/find-recipient.ts";
import { findCardholderByIndex, getCardholder } from "#lib/recipients/get-cardholder.ts";
import { type IdentifierPlace, indexIdentifier } from "#lib/recipients/identifier.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import type { UserSummary } from "./contract.ts";
import type {
  EndedIdentifier,
  Identifier,
  IdentifierHash,
  Identifiers,
} from "./contract-identifiers.ts";
import { deleteIdentifier, selectIdentifiers } from "./store-identifiers.ts";

/** All identifiers of a cardholder, the card of the registration first. Throws `not_found`. */
export async function listIdentifiers({
  caller,
  userId,
}: {
  caller: Caller;
  userId: string;
}): Promise<Identifiers> {
  const cardholder = await getCardholder(caller, userId);
  const others = await selectIdentifiers(userId);
  return { identifiers: [identifierOfRegistration(cardholder), ...others] };
}

/** One that the cardholder has. Throws `not_found` if it was ended a moment ago. */
export async function getIdentifier(
  cardholder: Cardholder,
  { identifierId }: IdentifierPlace,
): Promise<Identifier> {
  if (identifierId === null) return identifierOfRegistration(cardholder);
  const others = await selectIdentifiers(cardholder.id);
  const found = others.find((other) => other.identifierId === identifierId);
  if (!found) throw noSuchIdentifier();
  return found;
}

/** Its card is no row of its own, so its id is made of the user's. */
function identifierOfRegistration(cardholder: Cardholder): Identifier {
  return {
    identifierId: idOfRegistration(cardholder.id),
    kind: "card",
    createdAt: cardholder.registeredAt,
    deliveredReceipts: cardholder.deliveredReceipts,
  };
}

function idOfRegistration(userId: string): string {
  return userId.replace(/^usr_/, "idt_");
}

/**
 * Receipts to come no longer lead to the user by it; those delivered stay. Throws `not_found`, or `conflict` for the
 * card of the registration.
 */
export async function endIdentifier({
  caller,
  userId,
  identifierId,
}: {
  caller: Caller;
  userId: string;
  identifierId: string;
}): Promise<EndedIdentifier> {
  await getCardholder(caller, userId);
  if (identifierId === idOfRegistration(userId)) {
    throw new AppError("conflict", {
      message: "The card of the registration ends only with the user",
      details: "identifierId: is that of the registration; erase the user to end it",
    });
  }
  const kind = await inTransaction(async (transaction) => {
    const ended = await deleteIdentifier(transaction, userId, identifierId);
    if (!ended) throw noSuchIdentifier();
    const details = { target: userId, before: { identifierId, kind: ended } };
    await recordAct(transaction, actOf(caller, "identifier.ended", details));
    return ended;
  });
  return { identifierId, kind, status: "ended", endedAt: new Date() };
}

function noSuchIdentifier(): AppError {
  return new AppError("not_found", { message: "No such identifier" });
}

/** The issuer's own cardholder who has the identifier. Throws `not_found`, also for another issuer's. */
export async function findUser({
  caller,
  identifier,
}: {
  caller: Caller;
  identifier: IdentifierHash;
}): Promise<UserSummary> {
  const indexes = indexIdentifier(serviceSecrets().cardIndexer, identifier, caller.organizationId);
  const found = await findCardholderByIndex({ environment: caller.environment, indexes });
  if (!found || found.organizationId !== caller.organizationId) {
    throw new AppError("not_found", { message: "No such user" });
  }
  await moveToCurrentPepper(found.place, indexes);
  return { userId: found.id, keyId: found.currentKeyId, registeredAt: found.registeredAt };
}
