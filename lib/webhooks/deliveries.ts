import type { Caller, Tenant } from "#lib/core/caller.ts";
import { readCursor, writeCursor } from "#lib/core/cursor.ts";
import { AppError } from "#lib/core/errors.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import { findEvent } from "#lib/events/log.ts";
import { deliveryHeaders } from "./attempt.ts";
import type {
  DeliveriesPage,
  DeliveriesQuery,
  Delivery,
  DeliveryDetails,
} from "./contract-deliveries.ts";
import { getEndpointRow } from "./endpoints.ts";
import { eventBody } from "./event-body.ts";
import { requireVisible } from "./list-events.ts";
import { selectDeliveries, selectDelivery, selectEventIds } from "./store-deliveries.ts";

/** What was sent to an endpoint, the newest first. Throws `not_found`, or `invalid_request` for a bad cursor. */
export async function listDeliveries({
  caller,
  endpointId,
  query: { cursor, limit, status, type, eventId, paymentId, from, to },
}: {
  caller: Tenant;
  endpointId: string;
  query: DeliveriesQuery;
}): Promise<DeliveriesPage> {
  const end = to ? firstIdAt("webhookDelivery", to) : lastId("webhookDelivery");
  const place = cursor === undefined ? undefined : readCursor("webhookDelivery", cursor);
  await getEndpointRow(caller, endpointId);
  const { deliveries, last } = await selectDeliveries(endpointId, {
    status,
    type,
    eventIds: await chooseEvents(caller, { eventId, paymentId }),
    atOrAfter: from ? firstIdAt("webhookDelivery", from) : "",
    before: place !== undefined && place < end ? place : end,
    limit,
  });
  return { deliveries, nextCursor: last === null ? null : writeCursor(last) };
}

/** Those that a filter names; undefined for all. */
async function chooseEvents(
  tenant: Tenant,
  { eventId, paymentId }: Pick<DeliveriesQuery, "eventId" | "paymentId">,
): Promise<string[] | undefined> {
  const named = eventId === undefined ? undefined : [eventId];
  if (paymentId === undefined) return named;
  const ofPayment = await selectEventIds(tenant, paymentId);
  return named ? named.filter((id) => ofPayment.includes(id)) : ofPayment;
}

/** Throws `not_found`, or `forbidden` where the caller may not read the event. */
export async function getDelivery({
  caller,
  endpointId,
  deliveryId,
}: {
  caller: Caller;
  endpointId: string;
  deliveryId: string;
}): Promise<DeliveryDetails> {
  const { url } = await getEndpointRow(caller, endpointId);
  const delivery = await requireDelivery(endpointId, deliveryId);
  if (delivery.type !== "ping") requireVisible(caller, delivery.type);
  const body = await findBody(caller, delivery);
  const headers = { ...deliveryHeaders, "webhook-id": delivery.eventId };
  return { ...delivery, request: body === undefined ? null : { url, headers, body } };
}

/** The caller knows that the endpoint is its own. Throws `not_found`. */
export async function requireDelivery(endpointId: string, deliveryId: string): Promise<Delivery> {
  const delivery = await selectDelivery(endpointId, deliveryId);
  if (!delivery) throw new AppError("not_found", { message: "This endpoint has no such delivery" });
  return delivery;
}

type Sendable = Pick<Delivery, "endpointId" | "eventId" | "type" | "createdAt">;

/** The body of each attempt; undefined once the event is no longer kept. */
export async function findBody(tenant: Tenant, delivery: Sendable): Promise<string | undefined> {
  const { endpointId, eventId, type, createdAt } = delivery;
  if (type === "ping") {
    return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: { endpointId } });
  }
  const event = await findEvent(tenant, eventId);
  return event && eventBody(event);
}
