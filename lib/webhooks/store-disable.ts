import type { Act } from "#lib/audit/act.ts";
import { recordAct } from "#lib/audit/record.ts";
import { firstIdAt } from "#lib/core/ids.ts";
import type { OrganizationKind } from "#lib/core/vocabulary.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import type { Prisma } from "#lib/storage/generated/client.ts";
import { DISABLE_AFTER_DAYS } from "./contract-deliveries.ts";

/** An endpoint's description and organization, for a letter. */
export type EndpointOwner = {
  description: string;
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

/**
 * Disables an endpoint that is leased to the holder, ends its retries, records the act, and queues letters about it. False if it is disabled
 * already, or has answered well meanwhile.
 */
export async function disableWithLetters(
  { id, holder }: Leased,
  { reason, act }: { reason: "gone" | "failing"; act: Act },
  queueLetters: QueueLetters,
): Promise<boolean> {
  const recordAndQueue: QueueLetters = async (tx, owner) => {
    await tx.webhookDelivery.updateMany({
      where: { endpointId: id, status: "waiting" },
      data: { status: "failed", dueAt: null },
    });
    await recordAct(tx, act);
    await queueLetters(tx, owner);
  };
  return await changeWithLetters({ id, holder }, recordAndQueue, {
    where: { disabledReason: null, ...(reason === "failing" && { failingSince: { not: null } }) },
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
    const { description, organization } = await tx.webhookEndpoint.findUniqueOrThrow({
      where: { id },
      select: { description: true, organization: { select: { id: true, name: true, kind: true } } },
    });
    const { id: organizationId, name, kind } = organization;
    await queueLetters(tx, { description, organizationId, organization: name, kind });
    return true;
  });
}
