import type { Tenant } from "#lib/core/caller.ts";
import { prisma } from "#lib/storage/database.ts";
import { type SigningKey, signingKey } from "./contract.ts";

/** The latest first. */
export async function selectSigningKeys({
  organizationId,
  environment,
}: Tenant): Promise<SigningKey[]> {
  const rows = await prisma().signingKey.findMany({
    where: { organizationId, environment },
    omit: { organizationId: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const { algorithm } = signingKey.shape;
  return rows.map((row) => ({ ...row, algorithm: algorithm.parse(row.algorithm) }));
}

export async function insertSigningKey(
  organizationId: string,
  key: SigningKey,
): Promise<"inserted" | "already_known"> {
  const { count } = await prisma().signingKey.createMany({
    data: [{ ...key, organizationId }],
    skipDuplicates: true,
  });
  return count === 1 ? "inserted" : "already_known";
}

/** False where there is no such key. */
export async function deleteSigningKey(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<boolean> {
  const { count } = await prisma().signingKey.deleteMany({
    where: { id, organizationId, environment },
  });
  return count === 1;
}
