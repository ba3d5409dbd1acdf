import { AppError } from "#lib/core/errors.ts";
import { counter } from "#lib/metrics/instruments.ts";
import { waitOutside } from "./outside.ts";
import { Turns } from "./turns.ts";

const refusals = counter({
  name: "sealslip_places_refusals_total",
  help: "Tasks refused because too many of their kind were waiting, by kind",
  labels: ["kind"],
});

type Size = {
  /** Names the places in metrics. */
  kind: string;
  /** How many tasks run at once. */
  places: number;
  /** How many more may wait for a place. */
  queue: number;
};

/**
 * The places that one kind of work has in a process, so that it cannot crowd out other kinds, and the shares
 * of its holders: tenants, or addresses.
 *
 * A holder gets another place only while it has fewer than are still free, and the same in the queue. One alone
 * may have half of them, two a third each; some are left for the next (dynamic thresholds, Choudhury and Hahne
 * 1998). Those who wait take turns.
 */
export class Places {
  readonly #size: Size;
  readonly #taken = new Map<string, number>();
  readonly #turns = new Turns();
  #free: number;

  constructor(size: Size) {
    this.#size = size;
    this.#free = size.places;
  }

  /**
   * Runs the task in a place, perhaps after a wait, which `signal` ends. Throws `rate_limit_exceeded` where the
   * holder's share of the queue is used up, `service_unavailable` where the whole queue is, and what the task
   * throws.
   */
  async run<T>(holder: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#mayBegin(holder)) this.#take(holder);
    else await this.#awaitTurn(holder, signal);
    try {
      return await task();
    } finally {
      this.#leave(holder);
    }
  }

  #mayBegin(holder: string): boolean {
    return (this.#taken.get(holder) ?? 0) < this.#free;
  }

  #take(holder: string): void {
    this.#free -= 1;
    this.#taken.set(holder, (this.#taken.get(holder) ?? 0) + 1);
  }

  #leave(holder: string): void {
    this.#free += 1;
    const left = (this.#taken.get(holder) ?? 1) - 1;
    if (left === 0) this.#taken.delete(holder);
    else this.#taken.set(holder, left);

    for (;;) {
      const next = this.#turns.take((waiting) => this.#mayBegin(waiting));
      if (!next) return;
      this.#take(next.holder);
      next.start();
    }
  }

  /** Resolves once a place was taken for the holder. */
  async #awaitTurn(holder: string, signal: AbortSignal | undefined): Promise<void> {
    this.#requireRoom(holder);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      if (this.#turns.remove(holder, resolve)) reject(signal?.reason);
    };
    this.#turns.add(holder, resolve);
    signal?.addEventListener("abort", giveUp);
    try {
      await waitOutside(promise);
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  #requireRoom(holder: string): void {
    const { kind, queue } = this.#size;
    const own = this.#turns.countOf(holder);
    const left = queue - this.#turns.size;
    if (own < left) return;
    const isOwn = own > 0 || this.#turns.size === 0;

    refusals.add(kind);
    throw isOwn
      ? new AppError("rate_limit_exceeded", {
          message: "Too many of your requests at once",
          ...AGAIN,
        })
      : new AppError("service_unavailable", { message: "Too many requests at once", ...AGAIN });
  }
}

const AGAIN = { details: "retry in 1 second", headers: { "Retry-After": "1" } };
