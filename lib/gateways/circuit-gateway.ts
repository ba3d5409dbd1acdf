import { Circuit, type CircuitLimits } from "./circuit.ts";
import type { ChargeOutcome, Gateway } from "./gateway.ts";

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
