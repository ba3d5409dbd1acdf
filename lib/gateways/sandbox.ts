import { createHash } from "node:crypto";
import { once } from "node:events";
import type { GatewayName } from "#lib/contract/payments.ts";
import type { Charge, ChargeOutcome, Gateway } from "./gateway.ts";

/** Values that ask the sandbox for an outcome other than success; the documentation prints them. */
export const sandboxTestValues = {
  declined: { field: "paymentMethod", value: "pm_card_chargeDeclined" },
  declinedNonce: { field: "cardNonce", value: "cnon:card-nonce-declined" },
  requiresConfirmation: { field: "paymentMethod", value: "sandbox_requires_confirmation" },
  error: { field: "paymentMethod", value: "sandbox_error" },
  timeout: { field: "paymentMethod", value: "sandbox_timeout" },
} as const;

/** A provider that keeps no state: the same payment id gets the same ids and secrets each time. */
export function createSandbox(gateway: GatewayName): Gateway {
  return {
    async charge(charge, signal) {
      const { paymentMethod, cardNonce } = charge;
      if (gateway === "gateway_two" && cardNonce === sandboxTestValues.declinedNonce.value) {
        return { kind: "declined", reason: "card_declined" };
      }

      switch (paymentMethod) {
        case sandboxTestValues.declined.value:
          return { kind: "declined", reason: "card_declined" };
        case sandboxTestValues.error.value:
          return { kind: "unknown", reason: "provider_error" };
        case sandboxTestValues.timeout.value:
          return await answerTheSecondTime(gateway, charge, signal);
        case sandboxTestValues.requiresConfirmation.value:
          return { kind: "requires_confirmation", ...references(gateway, charge) };
        default:
          return { kind: "succeeded", ...references(gateway, charge) };
      }
    },
  };
}

/** The charge is made, its answer lost: what a provider's idempotency gives back on the retry. */
async function answerTheSecondTime(
  gateway: GatewayName,
  charge: Charge,
  signal: AbortSignal,
): Promise<ChargeOutcome> {
  if (charge.attempt > 1) return { kind: "succeeded", ...references(gateway, charge) };

  if (!signal.aborted) await once(signal, "abort");
  return { kind: "unknown", reason: "timeout" };
}

function references(gateway: GatewayName, { paymentId }: Charge) {
  const reference = digest(`${gateway} reference ${paymentId}`).slice(0, 24);
  const secret = digest(`${gateway} secret ${paymentId}`).slice(0, 32);
  return { orderId: `ord_${reference}`, clientSecret: `sandbox_${reference}_secret_${secret}` };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
