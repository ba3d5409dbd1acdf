import { isDeepStrictEqual } from "node:util";
import type { LoggedEvent } from "#lib/events/logged-event.ts";
import { type Health, isPaused } from "./health.ts";
import { LogWalk } from "./log-walk.ts";
import type { LeasedEndpoint, Resend } from "./store-claim.ts";

export type Task = {
  kind: "first" | "retry" | "resend";
  event: LoggedEvent;
  /** Of the schedule, so far. */
  attempts: number;
};

/** What an endpoint is to be sent: new events, those whose retry is due, and those of a resend. */
export class TaskQueue {
  readonly firsts: LogWalk;
  /** Undefined where nothing is sent again. */
  resends: LogWalk | undefined;
  retries: Task[] = [];
  /** The ids of events on their way, and of those whose result is not recorded yet. */
  readonly busy = new Set<string>();

  readonly #subjects = new Set<string>();
  #range: Resend;
  #retriesNext = true;

  constructor(endpoint: LeasedEndpoint) {
    this.firsts = new LogWalk(endpoint.position);
    this.#range = pickResend(endpoint);
    this.#restartResend();
  }

  /** Where the resend stands; it is over once its end has come. */
  get resend(): Resend {
    const { resendUntil, resendSince } = this.#range;
    if (!this.resends || resendUntil === null) return this.#range;
    const resendAfter = this.resends.doneTo;
    if (resendAfter < resendUntil) return { resendAfter, resendUntil, resendSince };
    return { resendAfter: null, resendUntil: null, resendSince: null };
  }

  get isEmpty(): boolean {
    const walks = [this.firsts, ...(this.resends ? [this.resends] : [])];
    return this.retries.length === 0 && walks.every(({ waiting }) => waiting === 0);
  }

  /** `recorded`: what was written; where the database has something else, another resend was asked for. */
  adoptResend(current: Resend, recorded: Resend): void {
    this.#range = pickResend(current);
    const isSame = isDeepStrictEqual(this.#range, pickResend(recorded));
    if (!isSame || current.resendAfter === null) this.#restartResend();
  }

  /** Types may have changed since the events were read. */
  skip(isUnwanted: (event: LoggedEvent) => boolean): void {
    for (const walk of [this.firsts, this.resends]) walk?.skip(isUnwanted);
  }

  /** First attempts and retries take turns; what is sent again comes after both. */
  take(health: Health): Task | undefined {
    this.#retriesNext = !this.#retriesNext;
    const isUp = !isPaused(health);
    const first = () => (isUp ? this.#takeFrom("first") : undefined);
    const retry = () => this.#takeRetry();
    const resend = () => (isUp && this.firsts.isAtEnd ? this.#takeFrom("resend") : undefined);
    const task = this.#retriesNext
      ? (retry() ?? first() ?? resend())
      : (first() ?? retry() ?? resend());
    if (task) {
      this.busy.add(task.event.id);
      this.#subjects.add(task.event.subject);
    }
    return task;
  }

  /** After an attempt. The event stays busy until that is recorded. */
  finish({ kind, event }: Task): void {
    this.#subjects.delete(event.subject);
    if (kind === "first") this.firsts.markDone(event.id);
    if (kind === "resend") this.resends?.markDone(event.id);
  }

  #restartResend(): void {
    const { resendAfter } = this.#range;
    this.resends = resendAfter === null ? undefined : new LogWalk(resendAfter);
  }

  #takeFrom(kind: "first" | "resend"): Task | undefined {
    const walk = kind === "first" ? this.firsts : this.resends;
    const event = walk?.take((one) => this.#isFree(one));
    return event && { kind, event, attempts: 0 };
  }

  #takeRetry(): Task | undefined {
    const place = this.retries.findIndex(({ event }) => this.#isFree(event));
    return place === -1 ? undefined : this.retries.splice(place, 1)[0];
  }

  #isFree({ id, subject }: LoggedEvent): boolean {
    return !this.#subjects.has(subject) && !this.busy.has(id);
  }
}

function pickResend({ resendAfter, resendUntil, resendSince }: Resend): Resend {
  return { resendAfter, resendUntil, resendSince };
}
