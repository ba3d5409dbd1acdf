import type { Gateway, Unknown } from "#lib/gateways/gateway.ts";
import { askForCharge } from "./ask-gateway.ts";
import type { GatewayRequest } from "./order.ts";
import { type Charged, type RecordedAnswer, recordAnswer } from "./record-outcome.ts";
import { isChargeable, settle } from "./settle.ts";
import type { Payment } from "./store/payment.ts";

/** Charges a claimed payment, or ends it if it is not to be charged any more. */
export async function chargeOrSettle(
  gateway: Gateway,
  claimed: Payment,
  request: GatewayRequest,
): Promise<Charged | RecordedAnswer | Unknown> {
  if (!isChargeable(claimed)) return await settle(gateway, claimed);
  const outcome = await askForCharge(gateway, claimed, request);
  if (outcome.kind === "unknown") {
    if ("settlesNow" in outcome) await settle(gateway, claimed);
    return outcome;
  }
  const clientSecret = "clientSecret" in outcome ? outcome.clientSecret : null;
  return { ...(await recordAnswer(claimed, outcome)), clientSecret };
}
