import { firstIdAt } from "#lib/core/ids.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { DISABLE_AFTER_DAYS } from "./contract-deliveries.ts";

/** The organization of an endpoint, for a letter. */
export type EndpointOwner = {
  organizationId: string;
  organization: string;
  kind: OrganizationKind;
};

type Leased = { id: string; holder: string };
type QueueLetters = (tx: Prisma.TransactionClient, owner: EndpointOwner) => Promise<void>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** The retries of an event go on for longer than a day. */
const RETRY_DAYS = 2;

/**
 * On how many of the days that make up DISABLE_AFTER_DAYS, before the last 24 hours, an attempt of the schedule has
 * failed. What is since `failingSince` has. By hand: attempts are a list in a column.
 */
export async function countFailingDays(id: string, failingSince: Date): Promise<number> {
  const oldest = new Date(Date.now() - (DISABLE_AFTER_DAYS + RETRY_DAYS) * DAY_MS);
  const { rows } = await pool().query<{ days: number }>(
    `SELECT count(DISTINCT floor(extract(epoch FROM now() - a.at) / 86400))::int AS days
     FROM webhook_delivery d
     CROSS JOIN LATERAL jsonb_to_recordset(d.log) AS a (at timestamptz, error text, "byHand" boolean)
     WHERE d.endpoint_id = $1 AND d.id >= $2 AND a.at >= $3
       AND a.at > now() - make_interval(days => $4) AND a.at <= now() - interval '1 day'
       AND NOT a."byHand" AND a.error IS DISTINCT FROM 'interrupted'`,
    [id, firstIdAt("webhookDelivery", oldest), failingSince, DISABLE_AFTER_DAYS],
  );
  return rows[0]?.days ?? 0;
}

/** Disables an endpoint that is leased to the holder, and queues letters about it. False if it is disabled already. */
export async function disableWithLetters(
  { id, holder }: Leased,
  reason: "gone" | "failing",
  queueLetters: QueueLetters,
): Promise<boolean> {
  return await changeWithLetters({ id, holder }, queueLetters, {
    where: { disabledReason: null },
    data: {
      disabledReason: reason,
      disabledAt: new Date(),
      resendAfter: null,
      resendUntil: null,
      resendSince: null,
    },
  });
}

/** Marks its owners as warned. False if they are, or if it has answered well meanwhile. */
export async function warnWithLetters(
  { id, holder }: Leased,
  queueLetters: QueueLetters,
): Promise<boolean> {
  return await changeWithLetters({ id, holder }, queueLetters, {
    where: { warnedAt: null, failingSince: { not: null }, disabledReason: null },
    data: { warnedAt: new Date() },
  });
}

/** The letters and the change are one transaction, so that there is one letter for each. */
async function changeWithLetters(
  { id, holder: leasedBy }: Leased,
  queueLetters: QueueLetters,
  { where, data }: Required<Pick<Prisma.WebhookEndpointUpdateManyArgs, "where" | "data">>,
): Promise<boolean> {
  return await prisma().$transaction(async (tx) => {
    const { count } = await tx.webhookEndpoint.updateMany({
      where: { ...where, id, leasedBy },
      data,
    });
    if (count === 0) return false;
    // The name and kind are of another room's table.
    const { organization } = await tx.webhookEndpoint.findUniqueOrThrow({
      where: { id },
      select: { organization: { select: { id: true, name: true, kind: true } } },
    });
    const { id: organizationId, name, kind } = organization;
    await queueLetters(tx, { organizationId, organization: name, kind });
    return true;
  });
}
