import type { LoggedEvent } from "#lib/events/logged-event.ts";

type Entry = { event: LoggedEvent; isDone: boolean };

/** How many events a walk holds that are done or on their way: behind one that hangs it waits. */
const MAX_AHEAD = 1_000;

/** A walk along the log of events: what was read, what is being sent, and up to where all is done. */
export class LogWalk {
  /** In the order of their positions; those before `#head` are done. */
  readonly #entries: Entry[] = [];
  #head = 0;
  readonly #sending = new Map<string, Entry>();
  #waiting: Entry[] = [];
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
    const first = this.#findHead();
    return first ? first.event.position - 1 : this.#readTo;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether so much is done beyond the first event that is not, that no more is to be read. */
  get isFull(): boolean {
    this.#findHead();
    return this.#entries.length - this.#head >= MAX_AHEAD;
  }

  /** `events`: those to send of what was read. */
  add(events: readonly LoggedEvent[], readTo: number): void {
    const entries = events.map((event) => ({ event, isDone: false }));
    this.#entries.push(...entries);
    this.#waiting.push(...entries);
    this.#readTo = readTo;
  }

  /**
   * The first event that may be sent. It comes before every later one of its subject: where it may not because another
   * one of its subject is on its way, they may not either.
   */
  take(mayBeSent: (event: LoggedEvent) => boolean): LoggedEvent | undefined {
    const place = this.#waiting.findIndex(({ event }) => mayBeSent(event));
    const [entry] = place === -1 ? [] : this.#waiting.splice(place, 1);
    if (entry) this.#sending.set(entry.event.id, entry);
    return entry?.event;
  }

  markDone(eventId: string): void {
    const entry = this.#sending.get(eventId);
    if (entry) entry.isDone = true;
    this.#sending.delete(eventId);
  }

  /** Those that wait and are not wanted any more are done. */
  skip(isUnwanted: (event: LoggedEvent) => boolean): void {
    for (const entry of this.#waiting) entry.isDone = isUnwanted(entry.event);
    this.#waiting = this.#waiting.filter(({ isDone }) => !isDone);
  }

  /** The first that is not done. Those before it leave many at a time. */
  #findHead(): Entry | undefined {
    while (this.#entries[this.#head]?.isDone) this.#head += 1;
    if (this.#head >= MAX_AHEAD || this.#head === this.#entries.length) {
      this.#entries.splice(0, this.#head);
      this.#head = 0;
    }
    return this.#entries[this.#head];
  }
}
