import type { Caller } from "#lib/core/caller.ts";
import { decodePosition, encodePosition } from "#lib/core/cursor.ts";
import { AppError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import { EVENT_DAYS } from "#lib/core/retention.ts";
import { type EventType, issuerEventTypes, merchantEventTypes } from "#lib/core/vocabulary.ts";
import { findEvent, findPosition } from "#lib/events/log.ts";
import type { LoggedEvent } from "#lib/events/logged-event.ts";
import { type Scan, scanLog } from "#lib/events/scan.ts";
import type { EventResource, EventsPage, EventsQuery } from "./contract-events.ts";
import { openEventData } from "./event-body.ts";

/**
 * What happened, the oldest first. Throws `invalid_request` for an `after` that is no place in the log any more, and
 * `forbidden` for a type that the caller has no scope for.
 */
export async function listEvents({
  caller,
  query: { limit, after, type, from, to },
}: {
  caller: Caller;
  query: EventsQuery;
}): Promise<EventsPage> {
  const position = after === undefined ? undefined : await readPlace(caller, after);
  const types = type === undefined ? visibleTypes(caller) : [requireVisible(caller, type)];
  const { events, next, last } = await scanLog(caller, { after: position, limit, types, from, to });
  return {
    events: events.map(describeLogged),
    nextCursor: next ? writePlace(next) : null,
    lastCursor: last ? writePlace(last) : (after ?? null),
  };
}

/** One event. Throws `not_found`. */
export async function getEvent({
  caller,
  eventId,
}: {
  caller: Caller;
  eventId: string;
}): Promise<EventResource> {
  const event = await findEvent(caller, eventId);
  if (event && visibleTypes(caller).includes(event.type)) return describeLogged(event);
  throw new AppError("not_found", { message: "No such event" });
}

/** As the API answers it. */
export function describeLogged(event: LoggedEvent): EventResource {
  const { id: eventId, type, createdAt } = event;
  return { eventId, type, createdAt, data: openEventData(event) as EventResource["data"] };
}

export function visibleTypes(caller: Caller): EventType[] {
  const scopes = caller.via === "visit" ? [] : caller.scopes;
  return [
    ...(scopes.includes("payments:read") ? merchantEventTypes : []),
    ...(scopes.includes("receipts:read") ? issuerEventTypes : []),
  ];
}

export function readScopeOf(type: EventType): "payments:read" | "receipts:read" {
  return merchantEventTypes.some((one) => one === type) ? "payments:read" : "receipts:read";
}

/** Throws `forbidden`. */
export function requireVisible(caller: Caller, type: EventType): EventType {
  if (visibleTypes(caller).includes(type)) return type;
  throw new AppError("forbidden", {
    message: "The caller lacks the scope for events of this type",
    details: `type: scope ${readScopeOf(type)} is needed`,
  });
}

/** Opaque to the caller; with the time, since what came before may have been pruned. */
function writePlace({ position, createdAt }: NonNullable<Scan["next"]>): string {
  return encodePosition(`${position} ${createdAt.getTime()}`);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The position of a cursor or an event. Throws `invalid_request`. */
async function readPlace(caller: Caller, after: string): Promise<number> {
  if (isId("event", after)) {
    const position = await findPosition(caller, after);
    if (position !== undefined) return position;
  }
  const [, position, at] = /^(\d{1,15}) (\d{1,15})$/.exec(decodePosition(after) ?? "") ?? [];
  if (position && Number(at) > Date.now() - EVENT_DAYS * DAY_MS) return Number(position);
  throw new AppError("invalid_request", {
    message: "Request validation failed",
    details: `after: must be a cursor of this list, or the eventId of one of your events, of the last ${EVENT_DAYS} days. Leave it out to begin with the oldest event that is kept`,
  });
}
