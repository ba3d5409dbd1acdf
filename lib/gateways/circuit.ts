import type { ChargeOutcome, Gateway } from "./gateway.ts";

export type CircuitState = "closed" | "open" | "half_open";

/** Whether a call may go out now. `pass` is given back with what the call came to. */
export type Admission =
  | { state: "admitted"; pass: Pass }
  | { state: "refused"; retryAfterMs: number };

export type Pass = { isProbe: boolean };

export type CircuitLimits = {
  /** So many calls in a row without a usable answer open the circuit. */
  failures: number;
  /** How long it stays open the first time; each failed probe doubles that, up to `longestOpenMs`. */
  openMs: number;
  longestOpenMs: number;
  /** A failure that is older than this says nothing about now. */
  memoryMs: number;
  /** How many calls may be under way at once. */
  calls: number;
};

export const circuitDefaults: Omit<CircuitLimits, "calls"> = {
  failures: 5,
  openMs: 5_000,
  longestOpenMs: 60_000,
  memoryMs: 60_000,
};

/** How long the probe is kept for a call that was told to come, milliseconds. */
const OFFER_MS = 1_000;

/** How soon to come back when all calls are taken: one of them ends any moment. */
const FULL_MS = 1_000;

/**
 * Keeps calls away from a provider that does not answer. Closed lets them through; open refuses them
 * until its time is over; then one call probes, and its outcome closes or opens the circuit again.
 */
export class Circuit {
  readonly #limits: CircuitLimits;
  #failures = 0;
  #lastFailureAt = 0;
  #openUntil: number | undefined;
  #openMs: number;
  #isProbing = false;
  #offeredUntil = 0;
  #underWay = 0;

  constructor(limits: CircuitLimits) {
    this.#limits = limits;
    this.#openMs = limits.openMs;
  }

  get state(): CircuitState {
    if (this.#openUntil === undefined) return "closed";
    return performance.now() < this.#openUntil ? "open" : "half_open";
  }

  /** How long a call would be refused from now on, milliseconds. Undefined where it may go out. */
  refusedForMs(): number | undefined {
    const remaining = (this.#openUntil ?? 0) - performance.now();
    if (this.state === "open") return remaining;
    const isFull = this.#underWay >= this.#limits.calls;
    return this.#isProbing || isFull ? FULL_MS : undefined;
  }

  /**
   * As `refusedForMs`, for a call that has something to prepare first: of those that find the circuit
   * half open only one is told to come, so that the others prepare nothing in vain.
   */
  offer(): number | undefined {
    const refusedForMs = this.refusedForMs();
    if (refusedForMs !== undefined || this.state === "closed") return refusedForMs;

    const now = performance.now();
    if (now < this.#offeredUntil) return FULL_MS;
    this.#offeredUntil = now + OFFER_MS;
    return undefined;
  }

  admit(): Admission {
    const retryAfterMs = this.refusedForMs();
    if (retryAfterMs !== undefined) return { state: "refused", retryAfterMs };

    const isProbe = this.state === "half_open";
    if (isProbe) this.#isProbing = true;
    this.#underWay += 1;
    return { state: "admitted", pass: { isProbe } };
  }

  /** The end of an admitted call; `answered` is whether the provider said anything usable. */
  settle({ isProbe }: Pass, answered: boolean): void {
    this.#underWay -= 1;
    if (isProbe) this.#settleProbe(answered);
    else if (this.#openUntil === undefined) this.#count(answered);
    // Else it went out before the circuit opened, and the probe knows better by now.
  }

  #settleProbe(answered: boolean): void {
    this.#isProbing = false;
    if (!answered) {
      this.#open(Math.min(this.#openMs * 2, this.#limits.longestOpenMs));
      return;
    }
    this.#openUntil = undefined;
    this.#failures = 0;
  }

  #count(answered: boolean): void {
    if (answered) {
      this.#failures = 0;
      return;
    }
    const now = performance.now();
    const isRecent = now - this.#lastFailureAt <= this.#limits.memoryMs;
    this.#failures = isRecent ? this.#failures + 1 : 1;
    this.#lastFailureAt = now;
    if (this.#failures >= this.#limits.failures) this.#open(this.#limits.openMs);
  }

  #open(forMs: number): void {
    this.#openMs = forMs;
    this.#openUntil = performance.now() + forMs;
    this.#offeredUntil = 0;
  }
}

export type ProtectedGateway = Gateway & { circuit: Circuit };

/**
 * The gateway behind a circuit of its own: a provider that hangs or fails costs the service no more
 * than a bounded number of calls. Only `unknown` is a failure; a declined card is a good answer.
 */
export function protectGateway(gateway: Gateway, limits: CircuitLimits): ProtectedGateway {
  const circuit = new Circuit(limits);
  return {
    circuit,
    refusedForMs: () => circuit.offer(),
    // Not behind it: somebody who tests new credentials wants the provider's own answer.
    check: (signal) => gateway.check(signal),
    cancel: async (orderId, signal) => await gateway.cancel?.(orderId, signal),
    async charge(charge, signal) {
      const admission = circuit.admit();
      if (admission.state === "refused") {
        return { kind: "unknown", reason: "not_asked", retryAfterMs: admission.retryAfterMs };
      }

      let outcome: ChargeOutcome | undefined;
      try {
        outcome = await gateway.charge(charge, signal);
        return outcome;
      } finally {
        const answered = outcome !== undefined && outcome.kind !== "unknown";
        circuit.settle(admission.pass, answered);
      }
    },
  };
}
