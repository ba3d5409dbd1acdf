import type { Gateway, Unknown } from "#lib/gateways/gateway.ts";
import { askForCharge } from "./ask-gateway.ts";
import type { GatewayRequest } from "./order.ts";
import { type RecordedAnswer, recordAnswer } from "./record-outcome.ts";
import type { Payment } from "./store/payment.ts";

/** What became of a charge; `clientSecret` where the gateway has taken it. */
export type Charged = RecordedAnswer & { clientSecret: string | null };

/** Charges a claimed payment at its gateway, and records the answer. */
export async function charge(
  gateway: Gateway,
  claimed: Payment,
  request: GatewayRequest,
): Promise<Charged | Unknown> {
  const outcome = await askForCharge(gateway, claimed, request);
  if (outcome.kind === "unknown") return outcome;
  const clientSecret = "clientSecret" in outcome ? outcome.clientSecret : null;
  return { ...(await recordAnswer(claimed, outcome)), clientSecret };
}
