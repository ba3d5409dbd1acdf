import { actOfOperator } from "#lib/audit/act.ts";
import { recordAct, recordEvent } from "#lib/audit/record.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import {
  type AnyEnvironment,
  allEnvironments,
  type IdentifierKind,
  identifierKinds,
  isOfOrganizations,
} from "#lib/core/vocabulary.ts";
import { listOrganizations } from "#lib/organizations/operate.ts";
import { findCardholderByIndex } from "#lib/recipients/get-cardholder.ts";
import { indexIdentifier } from "#lib/recipients/identifier.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { eraseCardholder } from "./erase.ts";
import { selectErasedUsers, selectTenant } from "./store.ts";
import { deleteIdentifier, selectOwner } from "./store-identifiers.ts";

// What only the operator of the service does. No route leads here: `npm run admin` does.

/** That an issuer has registered a card or another identifier in an environment. */
export type CardHolding = {
  environment: AnyEnvironment;
  kind: IdentifierKind;
  userId: string;
  /** Of an identifier that was added to the user; null for the card of the registration. */
  identifierId: string | null;
  issuer: { id: string; name: string };
  registeredAt: Date;
  deliveredReceipts: number;
};

/**
 * Who has registered a card, or whatever else the hash is of, in any environment. The look-up itself is in the
 * trail, without the hash.
 */
export async function findHoldings(hash: string): Promise<CardHolding[]> {
  const organizations = await listOrganizations();
  const issuers = new Map(organizations.map(({ id, name }) => [id, { id, name }]));
  const found: CardHolding[] = [];
  for (const environment of allEnvironments) {
    for (const { kind, indexes } of indexAnyKind(hash, [...issuers.keys()])) {
      const holder = await findCardholderByIndex({ environment, indexes });
      if (!holder) continue;
      const { id: userId, organizationId: id, registeredAt, deliveredReceipts, place } = holder;
      const { identifierId } = place;
      const issuer = issuers.get(id) ?? { id, name: "" };
      found.push({
        environment,
        kind,
        userId,
        identifierId,
        issuer,
        registeredAt,
        deliveredReceipts,
      });
    }
  }
  await recordLookUp(found);
  return found;
}

/** A hash does not say what it is of, and a reference is one of some organization. */
function indexAnyKind(hash: string, organizationIds: readonly string[]) {
  const { cardIndexer } = serviceSecrets();
  return identifierKinds.flatMap((kind) => {
    const owners = kind === "reference" ? organizationIds : [""];
    return owners.map((organizationId) => {
      return { kind, indexes: indexIdentifier(cardIndexer, { kind, hash }, organizationId) };
    });
  });
}

async function recordLookUp(found: CardHolding[]): Promise<void> {
  if (found.length === 0) await recordEvent(actOfOperator(SERVICE_TRAIL, "card.looked_up"));
  for (const { issuer, environment, userId: target } of found) {
    await recordEvent(actOfOperator(issuer.id, "card.looked_up", { environment, target }));
  }
}

export type ReleasedCard = {
  userId: string;
  environment: AnyEnvironment;
  erasedReceipts: number;
  /** The organizations that may register the card now */
  mayRegister: { id: string; name: string }[];
};

/**
 * Takes a card from a cardholder who was registered with it wrongly, which is an erasure: what was sealed to their
 * key is not handed on, and the next receipts wait in escrow for the card's true issuer. Throws
 * `not_found`.
 */
export async function releaseCard({ userId }: { userId: string }): Promise<ReleasedCard> {
  const tenant = await selectTenant(userId);
  if (!tenant) throw new AppError("not_found", { message: "No such user" });
  const erasedReceipts = await eraseAsOperator(tenant, userId, "card.released");
  const { environment } = tenant;
  const organizations = isOfOrganizations(environment) ? await listOrganizations() : [];
  const mayRegister = organizations
    .filter(({ kind }) => kind !== "merchant")
    .filter(({ approvedEnvironments }) => approvedEnvironments.some((name) => name === environment))
    .map(({ id, name }) => ({ id, name }));
  return { userId, environment, erasedReceipts, mayRegister };
}

export type ReleasedIdentifier = { identifierId: string; userId: string; kind: IdentifierKind };

/**
 * Takes an identifier from a cardholder to whom it was added wrongly. What was delivered by it stays, and what comes
 * waits in escrow for its true holder. Throws `not_found`, also for the card of a registration.
 */
export async function releaseIdentifier({
  identifierId,
}: {
  identifierId: string;
}): Promise<ReleasedIdentifier> {
  const owner = await selectOwner(identifierId);
  if (!owner) throw new AppError("not_found", { message: "No such identifier" });
  const { cardholderId: userId, organizationId, environment } = owner;
  const kind = await inTransaction(async (transaction) => {
    const ended = await deleteIdentifier(transaction, userId, identifierId);
    if (!ended) throw new AppError("not_found", { message: "No such identifier" });
    const details = { environment, target: userId, before: { identifierId, kind: ended } };
    await recordAct(transaction, actOfOperator(organizationId, "identifier.released", details));
    return ended;
  });
  return { identifierId, userId, kind };
}

/** The ids of all users who were erased. */
export async function listErasedUsers(): Promise<string[]> {
  return await selectErasedUsers();
}

/** Erases the cardholders that a restored backup has brought back, and returns their ids. */
export async function eraseAgain(userIds: readonly string[]): Promise<string[]> {
  const erased: string[] = [];
  for (const userId of userIds) {
    const tenant = await selectTenant(userId);
    if (!tenant) continue;
    await eraseAsOperator(tenant, userId, "cardholder.erased");
    erased.push(userId);
  }
  return erased;
}

/** Returns of how many receipts. */
async function eraseAsOperator(
  tenant: Tenant,
  userId: string,
  action: "card.released" | "cardholder.erased",
): Promise<number> {
  const operator = { userId, apiKeyId: null, memberId: null };
  const { environment, organizationId } = tenant;
  const { erasedReceipts } = await eraseCardholder(tenant, operator, (after) =>
    actOfOperator(organizationId, action, { environment, target: userId, after }),
  );
  return erasedReceipts;
}
