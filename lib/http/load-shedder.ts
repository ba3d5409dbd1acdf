import type { CallPlace } from "#lib/limits/outside.ts";
import { Turns } from "#lib/limits/turns.ts";

/** This many calls in progress are always taken, however slow the server is: shops and tests send bursts. */
const ALWAYS_TAKEN = 1024;

/** Beyond that: how long a call may have to wait for earlier ones. */
const MAX_WAIT_MS = 500;

/** The window in which completions are counted. */
const WINDOW_MS = 500;

const MAX_RETRY_SECONDS = 5;

/** Calls that run at once. With fewer, the statements of a pipeline would not be full. */
const RUNNING = 128;

/** Calls that wait for the outside, which cost no time, but some memory. */
const OUTSIDE = 4096;

type Options = { now?: () => number; alwaysTaken?: number; running?: number; outside?: number };

/** The calls of one holder: a tenant, or an address. */
type Share = { busy: number; outside: number };

/**
 * Decides which calls a process takes, and in which order they run. By Little's law, a new one takes as long as
 * the process needs to complete as many as are in progress. Calls that wait for the outside do not count.
 *
 * No holder has more calls in progress than could still be taken: one alone gets half of all, two a third each.
 * Beyond those that run at once, holders take turns.
 */
export class LoadShedder {
  readonly #now: () => number;
  readonly #alwaysTaken: number;
  readonly #running: { count: number; readonly max: number };
  readonly #outside: { count: number; readonly max: number };
  readonly #shares = new Map<string, Share>();
  readonly #turns = new Turns();
  #busy = 0;
  /** Of the busy: those on a holder's account. */
  #joined = 0;
  #completed = 0;
  #windowBegan: number;
  #completedPerMs = 0;

  constructor(options: Options = {}) {
    this.#now = options.now ?? (() => performance.now());
    this.#alwaysTaken = options.alwaysTaken ?? ALWAYS_TAKEN;
    this.#running = { count: 0, max: options.running ?? RUNNING };
    this.#outside = { count: 0, max: options.outside ?? OUTSIDE };
    this.#windowBegan = this.#now();
  }

  /** How many calls wait for the outside. */
  get waiting(): number {
    return this.#outside.count;
  }

  /** Undefined if another call is taken; otherwise the seconds until it may be repeated. */
  refusedForSeconds(): number | undefined {
    this.#measure();
    if (this.#busy < this.#limit()) return undefined;
    return Math.min(Math.ceil(this.#busy / this.#completedPerMs / 1_000), MAX_RETRY_SECONDS);
  }

  begin(): Place {
    this.#busy += 1;
    return new Place(this);
  }

  /** Undefined where the holder has its share of calls already. */
  join(holder: string): Share | undefined {
    const share = this.#shares.get(holder) ?? { busy: 0, outside: 0 };
    const { count, max } = this.#outside;
    if (share.busy >= this.#limit() - this.#joined || share.outside >= max - count)
      return undefined;
    share.busy += 1;
    this.#joined += 1;
    this.#shares.set(holder, share);
    return share;
  }

  /** Resolves once the call may run. */
  async awaitTurn(holder: string): Promise<void> {
    if (this.#running.count < this.#running.max) {
      this.#running.count += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turns.add(holder, resolve);
    await promise;
  }

  /** The call waits for the outside, or for the rest of its body. */
  pause(share: Share | undefined, isRunning: boolean): void {
    this.#busy -= 1;
    this.#outside.count += 1;
    if (share) {
      this.#joined -= 1;
      share.busy -= 1;
      share.outside += 1;
    }
    if (isRunning) this.#stop();
  }

  /** A call goes on at once: others may wait for what it holds. */
  resume(share: Share | undefined, isRunning: boolean): void {
    this.#busy += 1;
    this.#outside.count -= 1;
    if (share) {
      this.#joined += 1;
      share.busy += 1;
      share.outside -= 1;
    }
    if (isRunning) this.#running.count += 1;
  }

  end(holder: string | undefined, isRunning: boolean): void {
    this.#busy -= 1;
    this.#completed += 1;
    this.#measure();
    if (isRunning) this.#stop();
    const share = holder === undefined ? undefined : this.#shares.get(holder);
    if (holder === undefined || !share) return;
    this.#joined -= 1;
    share.busy -= 1;
    if (share.busy + share.outside === 0) this.#shares.delete(holder);
  }

  #stop(): void {
    this.#running.count -= 1;
    if (this.#running.count >= this.#running.max) return;
    const next = this.#turns.take(() => true);
    if (!next) return;
    this.#running.count += 1;
    next.start();
  }

  #limit(): number {
    return Math.max(this.#alwaysTaken, this.#completedPerMs * MAX_WAIT_MS);
  }

  #measure(): void {
    const now = this.#now();
    const elapsed = now - this.#windowBegan;
    if (elapsed < WINDOW_MS) return;
    this.#completedPerMs = this.#completed / elapsed;
    this.#completed = 0;
    this.#windowBegan = now;
  }
}

/** The place of one call. */
export class Place implements CallPlace {
  readonly #shedder: LoadShedder;
  #holder: string | undefined;
  #share: Share | undefined;
  #isRunning = false;
  #pauses = 0;

  constructor(shedder: LoadShedder) {
    this.#shedder = shedder;
  }

  /**
   * Puts the call on the holder's account, and resolves once it may run. False where the holder has its share of
   * calls already.
   */
  async takeTurn(holder: string): Promise<boolean> {
    this.#share = this.#shedder.join(holder);
    if (!this.#share) return false;
    this.#holder = holder;
    await this.#shedder.awaitTurn(holder);
    this.#isRunning = true;
    return true;
  }

  /** A call may wait for several answers at once. */
  pause(): void {
    this.#pauses += 1;
    if (this.#pauses === 1) this.#shedder.pause(this.#share, this.#isRunning);
  }

  resume(): void {
    this.#pauses -= 1;
    if (this.#pauses === 0) this.#shedder.resume(this.#share, this.#isRunning);
  }

  end(): void {
    this.#shedder.end(this.#holder, this.#isRunning);
  }
}
