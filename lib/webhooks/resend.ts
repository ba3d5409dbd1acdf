import { actOf } from "#lib/audit/act.ts";
import { recordAct, recordEvent } from "#lib/audit/record.ts";
import { config } from "#lib/config.ts";
import type { Caller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { createId } from "#lib/core/ids.ts";
import { positionAt } from "#lib/events/log.ts";
import { waitOutside } from "#lib/limits/outside.ts";
import { Places } from "#lib/limits/places.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { attempt, isDelivered } from "./attempt.ts";
import { pausedByOperator } from "./change-endpoint.ts";
import type { Delivery } from "./contract-deliveries.ts";
import { findBody, requireDelivery } from "./deliveries.ts";
import { getEndpointRow, noSuchEndpoint } from "./endpoints.ts";
import { openSecrets } from "./secrets.ts";
import { updateToResend, upsertByHand } from "./store-deliveries.ts";
import { type EndpointRow, selectEndpointForUpdate } from "./store-endpoints.ts";

/** Attempts that a call waits for, up to ANSWER_SECONDS each. */
const attempts = new Places({ kind: "webhook_attempts", places: 16, queue: 32 });

type Named = { caller: Caller; endpointId: string };

/**
 * Sends a ping, also to a disabled endpoint. Throws `not_found`, `conflict` for one that the operator has paused, and as
 * `Places.run` does.
 */
export async function testEndpoint({ caller, endpointId }: Named): Promise<Delivery> {
  const endpoint = await getSendable({ caller, endpointId });
  const act = actOf(caller, "webhook_endpoint.tested", { target: endpointId });
  const ping = { eventId: createId("ping"), type: "ping" as const, createdAt: new Date() };
  return await attempts.run(caller.organizationId, async () => {
    await recordEvent(act);
    return await sendNow(caller, endpoint, {
      deliveryId: createId("webhookDelivery"),
      endpointId,
      ...ping,
    });
  });
}

/** Sends one delivery again at once. Throws as `testEndpoint`, and `conflict` where the event is no longer kept. */
export async function resendDelivery({
  caller,
  endpointId,
  deliveryId,
}: Named & { deliveryId: string }): Promise<Delivery> {
  const endpoint = await getSendable({ caller, endpointId });
  const delivery = await requireDelivery(endpointId, deliveryId);
  const after = { deliveryId, eventId: delivery.eventId };
  const act = actOf(caller, "webhook_events.resent", { target: endpointId, after });
  return await attempts.run(caller.organizationId, async () => {
    await recordEvent(act);
    return await sendNow(caller, endpoint, delivery);
  });
}

/**
 * Has everything since a time sent again that was not delivered. Throws `invalid_request`, `not_found`, or `conflict` for
 * a disabled endpoint, or one to which events are being sent again.
 */
export async function resendSince({
  caller,
  endpointId,
  since,
}: Named & { since: Date }): Promise<{ endpointId: string; resendingSince: Date }> {
  if (since > new Date()) {
    throw new AppError("invalid_request", {
      message: "Request validation failed",
      details: "since: is in the future",
    });
  }
  return await inTransaction(async (transaction) => {
    const row = await selectEndpointForUpdate(transaction, caller, endpointId);
    if (!row) throw noSuchEndpoint();
    if (row.disabledReason === "paused") throw pausedByOperator();
    if (row.disabledReason !== null) {
      throw new AppError("conflict", {
        message: "This endpoint is disabled; enable it first",
      });
    }
    if (row.resendSince !== null) {
      const details = `events since ${row.resendSince.toISOString()} are being sent`;
      throw new AppError("conflict", {
        message: "Events are being sent again; wait until that has ended",
        details,
      });
    }
    // What happened before there was this endpoint was never meant for it.
    const resendingSince = since < row.createdAt ? row.createdAt : since;
    const after = await positionAt(resendingSince);
    const details = { target: endpointId, after: { since: resendingSince.toISOString() } };
    await Promise.all([
      updateToResend(transaction, endpointId, { since: resendingSince, after }),
      recordAct(transaction, actOf(caller, "webhook_events.resent", details)),
    ]);
    return { endpointId, resendingSince };
  });
}

async function getSendable({ caller, endpointId }: Named): Promise<EndpointRow> {
  const endpoint = await getEndpointRow(caller, endpointId);
  if (endpoint.disabledReason === "paused") throw pausedByOperator();
  return endpoint;
}

type NewDelivery = Omit<Delivery, "subject" | "status" | "nextAttemptAt" | "attempts">;

async function sendNow(
  caller: Caller,
  endpoint: EndpointRow,
  delivery: NewDelivery,
): Promise<Delivery> {
  const body = await findBody(caller, delivery);
  if (body === undefined) {
    throw new AppError("conflict", { message: "The event of this delivery is no longer kept" });
  }
  const { eventId } = delivery;
  const secrets = openSecrets(endpoint);
  const reach = config().webhookReach;
  const outcome = await waitOutside(attempt({ url: endpoint.url, secrets, eventId, body, reach }));
  const recorded = await upsertByHand(delivery, { ...outcome, byHand: true }, isDelivered(outcome));
  if (!recorded) throw noSuchEndpoint();
  return recorded;
}
