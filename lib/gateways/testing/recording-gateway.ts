import type { Gateway } from "#lib/gateways/gateway.ts";

/** A gateway that knows nothing, and writes down what reaches it. */
export function recordingGateway(calls: unknown[][] = []): Gateway {
  const unknown = { kind: "unknown", reason: "provider_error" } as const;
  const record =
    <Args extends unknown[], Outcome>(name: string, outcome: Outcome) =>
    async (...args: Args) => {
      calls.push([name, ...args]);
      return outcome;
    };
  return {
    charge: record("charge", unknown),
    find: record("find", unknown),
    cancel: record("cancel", unknown),
    refund: record("refund", unknown),
    listRefunds: record("listRefunds", undefined),
    listDisputes: record("listDisputes", undefined),
    listAccountDisputes: record("listAccountDisputes", undefined),
    findPaymentId: record("findPaymentId", unknown),
    check: record("check", { kind: "unknown" } as const),
  };
}
