import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import type { Tenant } from "#lib/core/caller.ts";
import type { Scope } from "#lib/core/permissions.ts";
import type { Tier } from "#lib/core/tiers.ts";
import type { Environment, OrganizationKind } from "#lib/core/vocabulary.ts";
import type { Bytes } from "#lib/crypto/bytes.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { type ApiKey, apiKey, apiKeyStatus, type MadeKey, madeKey } from "./contract.ts";

/** A key with the columns that the check of a call needs. */
export type PresentedKey = {
  id: string;
  organizationId: string;
  environment: Environment;
  tier: Tier;
  scopes: Scope[];
  allowedAddresses: string[];
  requiresSignature: boolean;
  /** Whether the organization may act in the environment of the key. */
  approved: boolean;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
};

/** SQL, because it runs for API calls: one prepared statement, where Prisma makes two round trips. */
export async function selectPresentedKey(secretHash: Bytes): Promise<PresentedKey | undefined> {
  const { rows } = await pool().query<PresentedKey>({
    name: "select-presented-key",
    text: `
      SELECT k.id, k.organization_id AS "organizationId", k.environment, o.tier, k.scopes,
             k.allowed_addresses AS "allowedAddresses", k.expires_at AS "expiresAt",
             k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt",
             EXISTS (SELECT FROM signature_requirement r
                     WHERE r.organization_id = k.organization_id
                       AND r.environment = k.environment) AS "requiresSignature",
             k.environment = ANY (o.approved_environments) AS approved
      FROM api_key k JOIN organization o ON o.id = k.organization_id
      WHERE k.secret_hash = $1`,
    values: [secretHash],
  });
  return rows[0];
}

/** Records the last use, at most once a minute however many processes see the key. */
export async function updateLastUse(
  id: string,
  { at, address }: { at: Date; address: string | null },
): Promise<void> {
  const minuteAgo = new Date(at.getTime() - 60_000);
  await prisma().apiKey.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: minuteAgo } }] },
    data: { lastUsedAt: at, lastUsedAddress: address },
  });
}

const select = {
  id: true,
  name: true,
  hint: true,
  scopes: true,
  allowedAddresses: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  lastUsedAddress: true,
  createdAt: true,
  createdBy: true,
  rolledTo: true,
} satisfies Prisma.ApiKeySelect;

type Row = Prisma.ApiKeyGetPayload<{ select: typeof select }>;

const MAX_LISTED = 500;

/** The usable keys, then the ended ones as far as there is room, the latest first in each group. */
export async function selectApiKeys({ organizationId, environment }: Tenant): Promise<ApiKey[]> {
  const now = new Date();
  const rows = await prisma().$transaction(
    async (tx) => {
      const list = { select, orderBy: { id: "desc" }, take: MAX_LISTED } as const;
      const tenant = { organizationId, environment };
      const usable = await tx.apiKey.findMany({ ...list, where: { ...tenant, ...usableAt(now) } });
      const ended = await tx.apiKey.findMany({ ...list, where: { ...tenant, ...endedAt(now) } });
      return [...usable, ...ended].slice(0, MAX_LISTED);
    },
    // Both parts of the list from one snapshot: a key that is revoked meanwhile is in exactly one of them.
    { isolationLevel: "RepeatableRead" },
  );
  const emails = await selectCreators(organizationId, rows);
  return rows.map((row) => toApiKey(row, emails));
}

/** The latest first, without those that were rolled already. */
export async function selectKeysMadeBy({
  organizationId,
  memberId,
}: {
  organizationId: string;
  memberId: string;
}): Promise<MadeKey[]> {
  const rows = await prisma().apiKey.findMany({
    where: { organizationId, createdBy: memberId, rolledTo: null, ...usableAt(new Date()) },
    select: { id: true, name: true, hint: true, environment: true },
    orderBy: { id: "desc" },
    take: MAX_LISTED,
  });
  return rows.map((row) => madeKey.parse(row));
}

export async function countUsableApiKeys({ organizationId, environment }: Tenant): Promise<number> {
  const where = { organizationId, environment, ...usableAt(new Date()) };
  return await prisma().apiKey.count({ where });
}

function usableAt(now: Date) {
  return { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

function endedAt(now: Date) {
  return { OR: [{ revokedAt: { not: null } }, { expiresAt: { lte: now } }] };
}

export async function selectApiKey(
  { organizationId, environment }: Tenant,
  id: string,
): Promise<ApiKey | undefined> {
  const where = { id, organizationId, environment };
  const row = await prisma().apiKey.findUnique({ where, select });
  return row ? toApiKey(row, await selectCreators(organizationId, [row])) : undefined;
}

function toApiKey(row: Row, emails: Map<string, string>): ApiKey {
  return {
    ...row,
    scopes: apiKey.shape.scopes.parse(row.scopes),
    createdBy: (row.createdBy && emails.get(row.createdBy)) ?? null,
    status: apiKeyStatus(row),
  };
}

/**
 * The email addresses of those who created the keys and are still members, by member id. Reads rows of
 * `member`, which the room `organizations` owns.
 */
async function selectCreators(organizationId: string, rows: Row[]): Promise<Map<string, string>> {
  const ids = new Set(rows.flatMap(({ createdBy }) => createdBy ?? []));
  const creators = await prisma().member.findMany({
    where: { organizationId, id: { in: [...ids] } },
    select: { id: true, email: true },
  });
  return new Map(creators.map(({ id, email }) => [id, email]));
}

type NewApiKeyRow = Pick<
  ApiKey,
  "id" | "name" | "hint" | "scopes" | "allowedAddresses" | "expiresAt" | "createdAt"
> & { secretHash: Bytes; createdBy: string };

export async function insertApiKey(
  { organizationId, environment }: Tenant,
  key: NewApiKeyRow,
  act: Act,
): Promise<ApiKey> {
  const data = { ...key, organizationId, environment };
  const row = await prisma().$transaction(async (tx) => {
    await recordAct(tx, act);
    return await tx.apiKey.create({ data, select });
  });
  return toApiKey(row, await selectCreators(organizationId, [row]));
}

/**
 * Inserts the key that replaces `old`, which ends at `endsAt`. False, and nothing happens, if `old` has
 * changed since it was read: of any number of rolls at once, one succeeds.
 */
export async function insertSuccessor(
  { organizationId, environment }: Tenant,
  { old, endsAt, successor }: { old: ApiKey; endsAt: Date; successor: NewApiKeyRow },
  act: Act,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { id, expiresAt } = old;
    const { count } = await tx.apiKey.updateMany({
      where: { id, organizationId, environment, expiresAt, revokedAt: null, rolledTo: null },
      data: { rolledTo: successor.id, expiresAt: endsAt },
    });
    if (count === 0) return false;

    await tx.apiKey.create({ data: { ...successor, organizationId, environment } });
    await recordAct(tx, act);
    return true;
  });
}

/** Of all organizations, the first one first. */
export async function selectRevokedIds(): Promise<string[]> {
  const rows = await prisma().apiKey.findMany({
    where: { revokedAt: { not: null } },
    select: { id: true },
    orderBy: { revokedAt: "asc" },
  });
  return rows.map(({ id }) => id);
}

/** Those of the keys that are not revoked, with their organizations. */
export async function selectUnrevoked(
  ids: readonly string[],
): Promise<(Tenant & { id: string })[]> {
  return await prisma().apiKey.findMany({
    where: { id: { in: [...ids] }, revokedAt: null },
    select: { id: true, organizationId: true, environment: true },
  });
}

/** A key that is revoked already keeps the time of its first revocation. */
export async function markRevoked(
  { organizationId, environment }: Tenant,
  id: string,
  act: Act,
): Promise<void> {
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { id, organizationId, environment, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    if (count === 1) await recordAct(tx, act);
  });
}

/** Reads a row of `organization`, which the room `organizations` owns. */
export async function selectOrganization(
  id: string,
): Promise<{ name: string; kind: OrganizationKind } | undefined> {
  const select = { name: true, kind: true };
  return (await prisma().organization.findUnique({ where: { id }, select })) ?? undefined;
}
