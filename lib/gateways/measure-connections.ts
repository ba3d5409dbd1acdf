import { gauge } from "#lib/metrics/instruments.ts";
import { listCircuits } from "./open-connection.ts";

/** So many circuits are shown: if more are not closed, the cause is not a single connection. */
const MAX_SHOWN = 100;

/** Measures the circuits of all connections from now on. */
export function measureConnections(): void {
  gauge(
    {
      name: "sealslip_provider_circuit_open",
      help: "1 for each connection whose circuit is open or half open",
      labels: ["provider", "connection"],
      aggregator: "max",
    },
    () =>
      listCircuits()
        .filter(({ circuit }) => circuit.state !== "closed")
        .slice(0, MAX_SHOWN)
        .map(({ connection }) => ({
          value: 1,
          of: [connection.provider, connection.connectionId] as const,
        })),
  );
  gauge(
    {
      name: "sealslip_provider_calls_in_flight",
      help: "Charges and refunds that wait for their provider",
      labels: ["provider"],
      aggregator: "sum",
    },
    () => {
      const byProvider = Map.groupBy(listCircuits(), ({ connection }) => connection.provider);
      return [...byProvider].map(([provider, circuits]) => ({
        value: circuits.reduce((sum, { circuit }) => sum + circuit.calls.inFlight, 0),
        of: [provider] as const,
      }));
    },
  );
  gauge(
    {
      name: "sealslip_provider_saturation_ratio",
      help: "The part of GATEWAY_CALLS that the busiest connection uses, 0 to 1",
      labels: [],
      aggregator: "max",
    },
    () => {
      const parts = listCircuits().map(({ circuit: { calls } }) => calls.inFlight / calls.max);
      return [{ value: Math.max(0, ...parts), of: [] }];
    },
  );
}
