import { counter } from "#lib/metrics/instruments.ts";
import type { ProtectedGateway } from "./circuit.ts";
import type { GatewayConnection } from "./store.ts";

const unavailable = counter({
  name: "sealslip_provider_unavailable_total",
  help: "Charges and refunds without a usable answer, or held back: callers get a 503",
  labels: ["provider", "connection", "reason"],
});

/** The gateway of a connection, whose calls are counted that move money and get no answer. */
export function countUnavailable(
  gateway: ProtectedGateway,
  { provider, connectionId }: Pick<GatewayConnection, "provider" | "connectionId">,
): ProtectedGateway {
  const counted = <Outcome extends { kind: string; reason?: string }>(outcome: Outcome) => {
    const { kind, reason = kind } = outcome;
    if (kind === "unknown") unavailable.add(provider, connectionId, reason);
    return outcome;
  };
  return {
    ...gateway,
    charge: async (...args) => counted(await gateway.charge(...args)),
    refund: async (...args) => counted(await gateway.refund(...args)),
    refusedForMs() {
      const refusedForMs = gateway.refusedForMs?.();
      if (refusedForMs !== undefined) unavailable.add(provider, connectionId, "not_asked");
      return refusedForMs;
    },
  };
}
