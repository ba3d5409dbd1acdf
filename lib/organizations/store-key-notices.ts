import { UNUSED_KEY_DAYS } from "#lib/core/retention.ts";
import type { Letter } from "#lib/mail/letter.ts";
import { prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { keysCreatedLetter, keysUnusedLetter, type NoticedKey } from "./letters.ts";
import { queueForOwners } from "./store-owners.ts";

// Reads `api_key`, which another room owns.

type FreshNotice = { apiKeyId: string };

/** For one run; the next run takes the rest. */
const MAX_KEYS = 500;

/**
 * Of keys that members have created, whenever the job last ran. The notice and its letters are one transaction, so
 * that there is one notice for each key. SQL to insert only new rows. Returns whether there were any.
 */
export async function queueCreatedNotices(): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const fresh = await tx.$queryRaw<FreshNotice[]>`
      INSERT INTO key_notice (api_key_id, kind)
      SELECT k.id, 'created' FROM api_key k
      WHERE k.created_by IS NOT NULL AND k.revoked_at IS NULL
        AND NOT EXISTS
          (SELECT FROM key_notice n WHERE n.api_key_id = k.id AND n.kind = 'created')
      LIMIT ${MAX_KEYS}
      ON CONFLICT DO NOTHING
      RETURNING api_key_id AS "apiKeyId"`;
    return await queueForKeys(tx, fresh, keysCreatedLetter);
  });
}

/** Of usable keys. SQL as above. */
export async function queueUnusedNotices(): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const fresh = await tx.$queryRaw<FreshNotice[]>`
      INSERT INTO key_notice (api_key_id, kind)
      SELECT k.id, 'unused' FROM api_key k
      WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
        AND coalesce(k.last_used_at, k.created_at) < now() - make_interval(days => ${UNUSED_KEY_DAYS}::int)
        AND NOT EXISTS
          (SELECT FROM key_notice n WHERE n.api_key_id = k.id AND n.kind = 'unused'
             AND n.created_at >= coalesce(k.last_used_at, k.created_at))
      LIMIT ${MAX_KEYS}
      ON CONFLICT (api_key_id, kind) DO UPDATE SET created_at = now()
      RETURNING api_key_id AS "apiKeyId"`;
    return await queueForKeys(tx, fresh, keysUnusedLetter);
  });
}

type WriteLetter = (
  to: string,
  about: { organization: string; keys: readonly NoticedKey[] },
) => Letter;

/** One letter to each owner, about all keys of the organization. */
async function queueForKeys(
  tx: Prisma.TransactionClient,
  notices: readonly FreshNotice[],
  write: WriteLetter,
): Promise<boolean> {
  const keys = await tx.apiKey.findMany({
    where: { id: { in: notices.map(({ apiKeyId }) => apiKeyId) } },
    include: { organization: { select: { name: true } } },
    orderBy: { createdAt: "asc" },
  });
  const makers = await tx.member.findMany({
    where: { id: { in: keys.flatMap(({ createdBy }) => createdBy ?? []) } },
    select: { id: true, email: true },
  });
  const emails = new Map(makers.map(({ id, email }) => [id, email]));
  for (const [organizationId, group] of Map.groupBy(keys, (key) => key.organizationId)) {
    const organization = group[0]?.organization.name ?? "";
    const noticed = group.map((key) => ({
      ...key,
      createdBy: emails.get(key.createdBy ?? "") ?? null,
    }));
    await queueForOwners(tx, organizationId, (to) => write(to, { organization, keys: noticed }));
  }
  return keys.length > 0;
}
