import type { LoggedEvent } from "#lib/events/logged-event.ts";

type Entry = { event: LoggedEvent; state: "waiting" | "sending" | "done" };

/** A walk along the log of events: what was read, what is being sent, and up to where all is done. */
export class LogWalk {
  /** In the order of their positions; those at the beginning that are done leave. */
  readonly #entries: Entry[] = [];
  #readTo: number;
  /** Whether the last look found nothing more in the log. */
  isAtEnd = false;

  constructor(after: number) {
    this.#readTo = after;
  }

  /** The position up to which the log was read. */
  get readTo(): number {
    return this.#readTo;
  }

  /** The position up to which every event is done. */
  get doneTo(): number {
    while (this.#entries[0]?.state === "done") this.#entries.shift();
    const [first] = this.#entries;
    return first ? first.event.position - 1 : this.#readTo;
  }

  get waiting(): number {
    return this.#entries.filter(({ state }) => state === "waiting").length;
  }

  /** `events`: those to send of what was read. */
  add(events: readonly LoggedEvent[], readTo: number): void {
    for (const event of events) this.#entries.push({ event, state: "waiting" });
    this.#readTo = readTo;
  }

  /**
   * The first event that may be sent. It comes before every later one of its subject: where it may not because another
   * one of its subject is on its way, they may not either.
   */
  take(mayBeSent: (event: LoggedEvent) => boolean): LoggedEvent | undefined {
    const entry = this.#entries.find(({ event, state }) => state === "waiting" && mayBeSent(event));
    if (entry) entry.state = "sending";
    return entry?.event;
  }

  markDone(eventId: string): void {
    const entry = this.#entries.find(({ event }) => event.id === eventId);
    if (entry) entry.state = "done";
  }

  /** Those that wait and are not wanted any more are done. */
  skip(isUnwanted: (event: LoggedEvent) => boolean): void {
    for (const entry of this.#entries) {
      if (entry.state === "waiting" && isUnwanted(entry.event)) entry.state = "done";
    }
  }
}
