import { hash } from "node:crypto";
import { once } from "node:events";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { gatewayRules } from "#lib/gateways/contract-rules.ts";
import type { Charge, ChargeOutcome, Gateway } from "#lib/gateways/gateway.ts";
import { sandboxTestValues } from "./contract.ts";

/** A provider that keeps no state: the same payment id gets the same ids and secrets each time. */
export function createSandbox(gateway: GatewayName): Gateway {
  return {
    async charge(charge, signal) {
      switch (findTestValue(gateway, charge)) {
        case "declined":
        case "declinedNonce":
          return { kind: "declined", reason: "card_declined" };
        case "insufficientFunds":
          return { kind: "declined", reason: "insufficient_funds" };
        case "invalid":
          return { kind: "invalid", reason: "paymentMethod: is not a payment method" };
        case "requiresConfirmation":
          return { kind: "requires_confirmation", ...references(gateway, charge) };
        case "error":
          return { kind: "unknown", reason: "provider_error" };
        case "timeout":
          return await answerOnRetry(gateway, charge, signal);
        default:
          return { kind: "succeeded", ...references(gateway, charge) };
      }
    },

    async check() {
      return { kind: "ok", account: "sandbox" };
    },
  };
}

type TestValueName = keyof typeof sandboxTestValues;

function findTestValue(gateway: GatewayName, charge: Charge): TestValueName | undefined {
  // A declined card wins over whatever else the request asks for.
  const names = Object.keys(sandboxTestValues) as TestValueName[];
  return names.find((name) => {
    const { field, value } = sandboxTestValues[name];
    if (field === "cardNonce" && !gatewayRules[gateway].takesCardNonce) return false;
    return charge[field] === value;
  });
}

/** The charge is made and its answer lost; the retry gets what a provider's idempotency key would. */
async function answerOnRetry(
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
  return hash("sha256", text, "hex");
}
