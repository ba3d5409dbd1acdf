import { setTimeout as pause } from "node:timers/promises";
import { ApiError, type Client, type Query, type Schemas } from "@sealslip/client";
import { CliError, exitCodes } from "./cli-error.ts";

type EventQuery = Query<"listEvents">;

/** Where to go on: after an event or a cursor, or with what happened from a time on. Empty: with the oldest. */
export type Place = { after: string } | { from: string } | Record<string, never>;

export type EventsPage = {
  events: readonly Schemas["Event"][];
  /** How far it has read; where to go on once its events are handled. */
  place: Place;
};

type Follow = {
  client: Client;
  place: Place;
  type?: NonNullable<EventQuery["type"]> | undefined;
  /** Between looks once all events were read; ms. */
  intervalMs: number;
  signal: AbortSignal;
  onTrouble: (text: string) => void;
};

const LONGEST_WAIT_MS = 30_000;

/** The events from a place on, in order, for as long as the signal allows. An outage is waited out. */
export async function* followEvents(follow: Follow): AsyncGenerator<EventsPage> {
  const { client, type, intervalMs, signal } = follow;
  let place = follow.place;
  for (;;) {
    const query = { ...place, limit: 100, ...(type && { type }) };
    const page = await outwait(follow, () =>
      client.events.readPage(query, { signal, maxAttempts: 1 }),
    );
    if (page.lastCursor !== null) place = { after: page.lastCursor };
    yield { events: page.events, place };
    if (page.nextCursor === null) await sleep(intervalMs, signal);
  }
}

/** Repeats a call while the service is away. Throws what waiting does not help against. */
export async function outwait<T>(
  { signal, onTrouble }: Pick<Follow, "signal" | "onTrouble">,
  call: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      const wait = waitFor(error, tries);
      onTrouble(`The service cannot answer; next try in ${Math.ceil(wait / 1000)} s …`);
      await sleep(wait, signal);
    }
  }
}

/** Throws what waiting does not help against. */
function waitFor(error: unknown, tries: number): number {
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 400 && error.details.startsWith("after:")) throw lostPlace();
  const isTemporary = error.status === 0 || error.status === 429 || error.status >= 500;
  if (!isTemporary && error.code !== "unreadable") throw error;
  const growing = Math.min(1000 * 2 ** tries, LONGEST_WAIT_MS);
  return Math.max(growing, (error.retryAfter ?? 0) * 1000);
}

/** Going on elsewhere would skip events unseen. */
function lostPlace(): CliError {
  return new CliError(
    exitCodes.refused,
    "The place is no longer in the list: events are kept for 30 days, and it must be of the same organization",
    "Go on with --from-now, or with --from-start for the oldest event that is kept.",
  );
}

/** Rejects with the reason of the signal. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
}
