import type { Tenant } from "#lib/core/caller.ts";
import type { IdentifierKind } from "#lib/core/vocabulary.ts";
import type { KnownCardIndex } from "#lib/crypto/card-index.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Transaction } from "#lib/storage/transaction.ts";
import type { Identifier } from "./contract-identifiers.ts";

/** Besides the card of the registration, the oldest first. The caller knows that the user is the issuer's. */
export async function selectIdentifiers(cardholderId: string): Promise<Identifier[]> {
  const rows = await prisma().cardholderIdentifier.findMany({
    where: { cardholderId },
    select: { id: true, kind: true, createdAt: true, deliveredReceipts: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
  return rows.map(({ id: identifierId, ...identifier }) => ({ identifierId, ...identifier }));
}

/** By hand, as all that follows: it takes part in the transaction of a registration. */
export async function countIdentifiers(
  transaction: Transaction,
  cardholderId: string,
): Promise<number> {
  const { rows } = await transaction.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM cardholder_identifier WHERE cardholder_id = $1",
    [cardholderId],
  );
  return rows[0]?.count ?? 0;
}

export async function insertIdentifier(
  transaction: Transaction,
  { organizationId, environment }: Tenant,
  {
    identifierId,
    kind,
    createdAt,
    deliveredReceipts,
    cardholderId,
    index,
  }: Identifier & { cardholderId: string; index: KnownCardIndex },
): Promise<void> {
  await transaction.query(
    `INSERT INTO cardholder_identifier (id, environment, kind, identifier_index, pepper_version,
                                        organization_id, cardholder_id, created_at, delivered_receipts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      identifierId,
      environment,
      kind,
      index.value,
      index.version,
      organizationId,
      cardholderId,
      createdAt,
      deliveredReceipts,
    ],
  );
}

/** Returns its kind; undefined if the cardholder has no such identifier. */
export async function deleteIdentifier(
  transaction: Transaction,
  cardholderId: string,
  identifierId: string,
): Promise<IdentifierKind | undefined> {
  const { rows } = await transaction.query<{ kind: IdentifierKind }>(
    "DELETE FROM cardholder_identifier WHERE id = $1 AND cardholder_id = $2 RETURNING kind",
    [identifierId, cardholderId],
  );
  return rows[0]?.kind;
}

/** Of any issuer; for the operator. */
export async function selectOwner(
  identifierId: string,
): Promise<(Tenant & { cardholderId: string }) | null> {
  return await prisma().cardholderIdentifier.findUnique({
    where: { id: identifierId },
    select: { cardholderId: true, organizationId: true, environment: true },
  });
}
