import { actOfOperator } from "#lib/audit/act.ts";
import { recordEvent } from "#lib/audit/record.ts";
import { SERVICE_TRAIL } from "#lib/core/audit.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { type AnyEnvironment, allEnvironments, isOfOrganizations } from "#lib/core/vocabulary.ts";
import { listOrganizations } from "#lib/organizations/operate.ts";
import { findCardholderByCard } from "#lib/recipients/get-cardholder.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { eraseCardholder } from "./erase.ts";
import { selectErasedUsers, selectTenant } from "./store.ts";

// What only the operator of the service does. No route leads here: `npm run admin` does.

/** That an issuer has registered a card in an environment. */
export type CardHolding = {
  environment: AnyEnvironment;
  userId: string;
  issuer: { id: string; name: string };
  registeredAt: Date;
  deliveredReceipts: number;
};

/** Who has registered a card, in any environment. The look-up itself is in the trail, without the card. */
export async function findHoldings(hashedPan: string): Promise<CardHolding[]> {
  const indexes = serviceSecrets().cardIndexer.candidates(hashedPan);
  const issuers = new Map((await listOrganizations()).map(({ id, name }) => [id, { id, name }]));
  const holdings = await Promise.all(
    allEnvironments.map(async (environment) => {
      const found = await findCardholderByCard({ environment, indexes });
      if (!found) return [];
      const { id: userId, organizationId: id, registeredAt, deliveredReceipts } = found;
      const issuer = issuers.get(id) ?? { id, name: "" };
      return [{ environment, userId, issuer, registeredAt, deliveredReceipts }];
    }),
  );
  const found = holdings.flat();
  await recordLookUp(found);
  return found;
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
