import type { Tenant } from "#lib/core/caller.ts";
import type { EventType } from "#lib/core/vocabulary.ts";
import type { LoggedEvent } from "./logged-event.ts";
import { selectEvents, selectLog, selectLogEnd, selectMark, selectPosition } from "./store-log.ts";

export type LogPage = {
  events: LoggedEvent[];
  /** How many places of the log were read, also those of other types; fewer than the limit at its end. */
  scanned: number;
  /** The position of the last of them; `after` where there were none. */
  scannedTo: number;
};

/** The next events of an organization in an environment, in their order: those of the types, or all for none. */
export async function readLog(
  tenant: Tenant,
  page: { after: number; limit: number; types?: readonly EventType[] },
): Promise<LogPage> {
  return await selectLog(tenant, page);
}

export async function findEvent(tenant: Tenant, id: string): Promise<LoggedEvent | undefined> {
  const [event] = await selectEvents([id]);
  const isTheirs =
    event?.organizationId === tenant.organizationId && event.environment === tenant.environment;
  return isTheirs ? event : undefined;
}

/** Where an event stands, also one that an erasure has reached since. */
export async function findPosition(tenant: Tenant, id: string): Promise<number | undefined> {
  return await selectPosition(tenant, id);
}

/** Those that are still in the log, of any organization, in no order. */
export async function findEvents(ids: readonly string[]): Promise<LoggedEvent[]> {
  return ids.length === 0 ? [] : await selectEvents(ids);
}

/** The position of the last event. */
export async function logEnd(): Promise<number> {
  return await selectLogEnd();
}

/** All events that happened at or after the time come after this position; some of a minute before may, too. */
export async function positionAt(time: Date): Promise<number> {
  return (await selectMark(time)) ?? 0;
}
