import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Card, Cardholder } from "./card.ts";
import type { IdentifierPlace } from "./identifier.ts";
import { selectCardholder, selectCardholderByIndex, selectIssuers } from "./store.ts";

/** A cardholder of the issuer. Throws `not_found`. */
export async function getCardholder(tenant: Tenant, userId: string): Promise<Cardholder> {
  const cardholder = await selectCardholder(tenant, userId);
  if (!cardholder) throw new AppError("not_found", { message: "No such user" });
  return cardholder;
}

/** The cardholder of a card or another identifier, whichever issuer registered it, and which row has it. */
export async function findCardholderByIndex(
  card: Card,
  transaction?: Transaction,
): Promise<(Cardholder & { place: IdentifierPlace }) | undefined> {
  return await selectCardholderByIndex(card, transaction);
}

/** The organization of each of the cardholders that is registered. */
export async function findIssuers(
  transaction: Transaction,
  cardholderIds: readonly string[],
): Promise<Map<string, string>> {
  const issuers = await selectIssuers(transaction, cardholderIds);
  return new Map(issuers.map(({ id, organizationId }) => [id, organizationId]));
}
