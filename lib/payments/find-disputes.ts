import { listUnchecked, noteChecked } from "#lib/gateways/check-disputes.ts";
import type { AccountDispute, Hint } from "#lib/gateways/gateway.ts";
import type { Notified } from "#lib/gateways/notifications.ts";
import { reselectGateway } from "#lib/gateways/select-gateway.ts";
import { log } from "#lib/log/logger.ts";
import { listAccountDisputes } from "./ask-gateway.ts";
import { followHint } from "./follow-hint.ts";
import { type AccountRecord, selectAccountDisputes } from "./store/dispute.ts";

const MAX_CONNECTIONS = 50;
const PAUSE_MS = 1_000;
/** More than the time between two looks, in case that some of them fail. */
const PERIOD_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Asks each provider once a day for the disputes of all payments, and follows those whose notification was lost.
 * Returns when to go on, where connections are left.
 */
export async function findDisputes(): Promise<Date | undefined> {
  const connections = await listUnchecked(MAX_CONNECTIONS);
  for (const connection of connections) await check(connection);
  return connections.length === MAX_CONNECTIONS ? new Date(Date.now() + PAUSE_MS) : undefined;
}

async function check(connection: Notified): Promise<void> {
  const { connectionId: connection_id } = connection;
  try {
    const gateway = await reselectGateway(connection);
    const since = new Date(Date.now() - PERIOD_MS);
    const listed = await listAccountDisputes(gateway, connection_id, since);
    const missed = findMissed(listed ?? [], await selectAccountDisputes(connection));
    for (const hint of listed ? missed : []) await followHint(connection, hint);
    await noteChecked(connection, { hasFailed: listed === undefined });
  } catch (error) {
    log().warn({ err: error, connection_id }, "the disputes of a connection were not checked");
    await noteChecked(connection, { hasFailed: true });
  }
}

/** Those that stand elsewhere than is on record, and those on record as open that are in the list no more. */
function findMissed(listed: readonly AccountDispute[], records: readonly AccountRecord[]): Hint[] {
  const known = new Map(records.map((record) => [record.disputeId, record]));
  const found = new Set(listed.map(({ disputeId }) => disputeId));
  const changed = listed
    .filter((dispute) => statusOf(known.get(dispute.disputeId)) !== dispute.status)
    .map(({ disputeId, providerReference }) =>
      hintAt({ disputeId, providerReference, paymentId: known.get(disputeId)?.paymentId }),
    );
  const unlisted = records.flatMap((record) => {
    const { disputeId, paymentId, providerReference } = record;
    const isOpen = disputeId !== null && record.kind === "disputed" && !found.has(disputeId);
    return isOpen ? [hintAt({ disputeId, providerReference, paymentId })] : [];
  });
  return [...changed, ...unlisted];
}

function statusOf(record: AccountRecord | undefined): string | undefined {
  return record?.kind === "disputed" ? "open" : record?.declineCode;
}

function hintAt(
  names: Pick<Hint, "providerReference" | "paymentId"> & { disputeId: string },
): Hint {
  return { ...names, about: ["disputes"] };
}
