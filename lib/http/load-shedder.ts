import { countWaiting } from "#lib/gateways/wait-for-provider.ts";

/**
 * This many calls in progress are always accepted, however slow the server is: shops and tests send bursts.
 */
const ALWAYS_TAKEN = 512;

/** Beyond that: how long a call may have to wait for earlier ones. */
const MAX_WAIT_MS = 250;

/** The window in which completions are counted. */
const WINDOW_MS = 500;

const MAX_RETRY_SECONDS = 5;

type Options = { now?: () => number; countWaiting?: () => number; alwaysTaken?: number };

/**
 * Decides which calls a process accepts. By Little's law, a new one takes as long as the process needs to
 * complete as many as are in progress. Calls that wait for a provider cost nothing, and do not count.
 */
export class LoadShedder {
  readonly #alwaysTaken: number;
  readonly #now: () => number;
  readonly #countWaiting: () => number;
  #inProgress = 0;
  #completed = 0;
  #windowBegan: number;
  #completedPerMs = 0;

  constructor(options: Options = {}) {
    this.#alwaysTaken = options.alwaysTaken ?? ALWAYS_TAKEN;
    this.#now = options.now ?? (() => performance.now());
    this.#countWaiting = options.countWaiting ?? countWaiting;
    this.#windowBegan = this.#now();
  }

  /** Undefined if another call is accepted; otherwise the seconds until it may be repeated. */
  refusedForSeconds(): number | undefined {
    this.#measure();
    const busy = this.#inProgress - this.#countWaiting();
    const limit = Math.max(this.#alwaysTaken, this.#completedPerMs * MAX_WAIT_MS);
    if (busy < limit) return undefined;
    return Math.min(Math.ceil(busy / this.#completedPerMs / 1_000), MAX_RETRY_SECONDS);
  }

  begin(): void {
    this.#inProgress += 1;
  }

  end(): void {
    this.#inProgress -= 1;
    this.#completed += 1;
    this.#measure();
  }

  /** The call waits for the rest of its body, which costs nothing either. */
  pause(): void {
    this.#inProgress -= 1;
  }

  resume(): void {
    this.#inProgress += 1;
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
