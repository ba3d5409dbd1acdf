import type { Gateway, Unknown } from "./gateway.ts";

export type CircuitState = "closed" | "open" | "half_open";

/** Whether a call may go out now. `pass` is handed back to `settle` when the call ends. */
export type Admission =
  | { state: "admitted"; pass: Pass }
  | { state: "refused"; retryAfterMs: number };

export type Pass = { isProbe: boolean };

export type CircuitLimits = {
  /** How many calls in a row without a usable answer open the circuit. */
  failures: number;
  /** How long it stays open the first time; each failed probe doubles that, up to `maxOpenMs`. */
  openMs: number;
  maxOpenMs: number;
  /** A failure older than this no longer counts. */
  failureWindowMs: number;
  /** How many calls may be in flight at once. */
  maxCalls: number;
};

/** What other processes of the server need to hear, whose circuits for the connection stand and fall together. */
export type CircuitNews =
  | "call_failed"
  | "call_answered"
  | "probe_sent"
  | "probe_failed"
  | "probe_answered";

export const circuitDefaults: Omit<CircuitLimits, "maxCalls"> = {
  failures: 5,
  openMs: 5_000,
  maxOpenMs: 60_000,
  failureWindowMs: 60_000,
};

/** How long the probe is reserved for the call it was offered to, milliseconds. */
const OFFER_MS = 1_000;

/** How long a probe of another process may take: longer than any call, since that process may have died. */
const PROBE_ELSEWHERE_MS = 65_000;

/** How soon to retry when all calls are taken: one of them ends any moment. */
const RETRY_WHEN_FULL_MS = 1_000;

/**
 * Keeps calls away from a provider that does not answer. Closed, it lets them through; open, it refuses
 * them for a while; then a single call probes, and its outcome closes or opens the circuit again.
 */
export class Circuit {
  readonly #limits: CircuitLimits;
  #failures = 0;
  #lastFailureAt = 0;
  #openUntil: number | undefined;
  #openMs: number;
  #isProbing = false;
  #probedElsewhereUntil = 0;
  #offeredUntil = 0;
  #inFlight = 0;
  readonly #tell: (news: CircuitNews) => void;

  constructor(limits: CircuitLimits, tell: (news: CircuitNews) => void = () => undefined) {
    this.#limits = limits;
    this.#tell = tell;
    this.#openMs = limits.openMs;
  }

  get state(): CircuitState {
    if (this.#openUntil === undefined) return "closed";
    return performance.now() < this.#openUntil ? "open" : "half_open";
  }

  get calls(): { inFlight: number; max: number } {
    return { inFlight: this.#inFlight, max: this.#limits.maxCalls };
  }

  /** How long a call would be refused from now on, milliseconds; undefined where it may go out. */
  refusedForMs(): number | undefined {
    const remaining = (this.#openUntil ?? 0) - performance.now();
    if (this.state === "open") return remaining;
    const isProbing = this.#isProbing || performance.now() < this.#probedElsewhereUntil;
    const isFull = this.#inFlight >= this.#limits.maxCalls;
    return isProbing || isFull ? RETRY_WHEN_FULL_MS : undefined;
  }

  /**
   * Like `refusedForMs`, for a call that has to prepare something first: while the circuit is half
   * open, only one such call is let in, so that the others do not prepare in vain.
   */
  offer(): number | undefined {
    const refusedForMs = this.refusedForMs();
    if (refusedForMs !== undefined || this.state === "closed") return refusedForMs;

    const now = performance.now();
    if (now < this.#offeredUntil) return RETRY_WHEN_FULL_MS;
    this.#offeredUntil = now + OFFER_MS;
    return undefined;
  }

  admit(): Admission {
    const retryAfterMs = this.refusedForMs();
    if (retryAfterMs !== undefined) return { state: "refused", retryAfterMs };

    const isProbe = this.state === "half_open";
    if (isProbe) {
      this.#isProbing = true;
      this.#tell("probe_sent");
    }
    this.#inFlight += 1;
    return { state: "admitted", pass: { isProbe } };
  }

  /** Ends an admitted call; `answered` says whether the provider gave a usable answer. */
  settle({ isProbe }: Pass, answered: boolean): void {
    this.#inFlight -= 1;
    if (isProbe) {
      this.#tell(answered ? "probe_answered" : "probe_failed");
      this.#settleProbe(answered);
      return;
    }
    // It went out before the circuit opened, and says nothing about now.
    if (this.#openUntil !== undefined) return;
    // An answer is news only where it forgets failures.
    if (!answered || this.#failures > 0) this.#tell(answered ? "call_answered" : "call_failed");
    this.#count(answered);
  }

  /** What happened to a call of another process. */
  hear(news: CircuitNews): void {
    switch (news) {
      case "probe_sent":
        this.#probedElsewhereUntil = performance.now() + PROBE_ELSEWHERE_MS;
        return;
      case "probe_answered":
      case "probe_failed":
        this.#settleProbe(news === "probe_answered");
        return;
      default:
        if (this.#openUntil === undefined) this.#count(news === "call_answered");
    }
  }

  #settleProbe(answered: boolean): void {
    this.#isProbing = false;
    this.#probedElsewhereUntil = 0;
    if (!answered) {
      this.#open(Math.min(this.#openMs * 2, this.#limits.maxOpenMs));
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
    const isRecent = now - this.#lastFailureAt <= this.#limits.failureWindowMs;
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

/** For how long the circuit of a gateway stays open, milliseconds; undefined where calls may go out. */
export function openForMs(gateway: Gateway | ProtectedGateway): number | undefined {
  const circuit = "circuit" in gateway ? gateway.circuit : undefined;
  return circuit?.state === "open" ? circuit.refusedForMs() : undefined;
}

/**
 * The gateway with what moves money behind a circuit: a provider that hangs or fails costs the service
 * no more than a bounded number of calls. Only `unknown` is a failure; a declined card is a good answer.
 * The rest passes it by: a merchant who tests new credentials needs the provider's own answer, and a
 * look-up is `unknown` while the provider may lag, too.
 */
export function protectGateway(
  gateway: Gateway,
  limits: CircuitLimits,
  tell?: (news: CircuitNews) => void,
): ProtectedGateway {
  const circuit = new Circuit(limits, tell);
  return {
    ...gateway,
    circuit,
    refusedForMs: () => circuit.offer(),
    charge: (...args) => protect(circuit, () => gateway.charge(...args)),
    refund: (...args) => protect(circuit, () => gateway.refund(...args)),
  };
}

async function protect<Outcome extends { kind: string }>(
  circuit: Circuit,
  call: () => Promise<Outcome>,
): Promise<Outcome | Unknown> {
  const admission = circuit.admit();
  if (admission.state === "refused") {
    return { kind: "unknown", reason: "not_asked", retryAfterMs: admission.retryAfterMs };
  }

  let outcome: Outcome | undefined;
  try {
    outcome = await call();
    return outcome;
  } finally {
    const answered = outcome !== undefined && outcome.kind !== "unknown";
    circuit.settle(admission.pass, answered);
  }
}
