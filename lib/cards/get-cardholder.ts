import type { Tenant } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Card, Cardholder } from "./card.ts";
import { selectCardholder, selectCardholderByCard } from "./store.ts";

/** A cardholder of the issuer; with `lock`, nobody else changes it until the transaction ends. Throws `not_found`. */
export async function getCardholder(
  tenant: Tenant,
  userId: string,
  options: { transaction?: Transaction; lock?: boolean } = {},
): Promise<Cardholder> {
  const cardholder = await selectCardholder(tenant, userId, options);
  if (!cardholder) throw new AppError("not_found", { message: "No such user" });
  return cardholder;
}

/** The cardholder of a card, whichever issuer registered it. */
export async function findCardholderByCard(
  card: Card,
  transaction?: Transaction,
): Promise<Cardholder | undefined> {
  return await selectCardholderByCard(card, transaction);
}
