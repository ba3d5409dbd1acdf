import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { type SigningKey, signingKey } from "./contract.ts";

const MAX_LISTED = 500;

const select = {
  id: true,
  kid: true,
  algorithm: true,
  name: true,
  publicKey: true,
  environment: true,
  createdAt: true,
  provenAt: true,
  retiredAt: true,
} satisfies Prisma.SigningKeySelect;

/** The active keys, then the retired ones as far as there is room, the latest first in each group. */
export async function selectSigningKeys({
  organizationId,
  environment,
}: Tenant): Promise<SigningKey[]> {
  const rows = await prisma().signingKey.findMany({
    where: { organizationId, environment },
    select,
    orderBy: [
      { retiredAt: { sort: "desc", nulls: "first" } },
      { createdAt: "desc" },
      { id: "desc" },
    ],
    take: MAX_LISTED,
  });
  return rows.map(toSigningKey);
}

export async function selectSigningKey(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<SigningKey | undefined> {
  const where = { id, organizationId, environment };
  const row = await prisma().signingKey.findUnique({ where, select });
  return row ? toSigningKey(row) : undefined;
}

function toSigningKey(row: Prisma.SigningKeyGetPayload<{ select: typeof select }>): SigningKey {
  const { algorithm, environment } = signingKey.shape;
  return {
    ...row,
    algorithm: algorithm.parse(row.algorithm),
    environment: environment.parse(row.environment),
  };
}

export async function countActiveSigningKeys({
  organizationId,
  environment,
}: Tenant): Promise<number> {
  const where = { organizationId, environment, retiredAt: null };
  return await prisma().signingKey.count({ where });
}

/**
 * The PEM of the active key that a signature names. SQL, because it runs for signed payments: one
 * prepared statement.
 */
export async function selectActivePublicKey(
  { organizationId, environment }: Tenant,
  kid: string,
): Promise<string | undefined> {
  const { rows } = await pool().query<{ publicKey: string }>({
    name: "select-active-public-key",
    text: `
      SELECT public_key AS "publicKey" FROM signing_key
      WHERE organization_id = $1 AND environment = $2 AND kid = $3 AND retired_at IS NULL`,
    values: [organizationId, environment, kid],
  });
  return rows[0]?.publicKey;
}

/** `already_known` in the environment, whichever organization has it. */
export async function insertSigningKey(
  organizationId: string,
  key: SigningKey,
  act: Act,
): Promise<"inserted" | "already_known"> {
  return await prisma().$transaction(async (tx) => {
    const data = [{ ...key, organizationId }];
    const { count } = await tx.signingKey.createMany({ data, skipDuplicates: true });
    if (count === 0) return "already_known";

    await recordAct(tx, act);
    return "inserted";
  });
}

/** A key that is retired already keeps the time of its first retirement. */
export async function markRetired(
  { organizationId, environment }: Tenant,
  id: string,
  act: Act,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.signingKey.updateMany({
      where: { id, organizationId, environment, retiredAt: null },
      data: { retiredAt: new Date() },
    });
    if (count === 1) await recordAct(tx, act);
  });
}

export async function selectSignatureRequired({
  organizationId,
  environment,
}: Tenant): Promise<boolean> {
  const where = { organizationId_environment: { organizationId, environment } };
  return (await prisma().signatureRequirement.findUnique({ where })) !== null;
}

export async function saveSignatureRequired(
  { organizationId, environment }: Tenant,
  required: boolean,
  act: Act,
): Promise<void> {
  const tenant = { organizationId, environment };
  await prisma().$transaction(async (tx) => {
    const { count } = required
      ? await tx.signatureRequirement.createMany({ data: [tenant], skipDuplicates: true })
      : await tx.signatureRequirement.deleteMany({ where: tenant });
    if (count === 0) return;
    await recordAct(tx, { ...act, before: { required: !required }, after: { required } });
  });
}
