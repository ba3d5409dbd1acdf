import { config } from "#lib/config.ts";
import type { Charge, ChargeOutcome, Gateway } from "#lib/gateways/gateway.ts";
import { log } from "#lib/log/logger.ts";
import type { GatewayRequest } from "./order.ts";
import type { Payment } from "./store/payment.ts";

/**
 * Charges the payment at its gateway and waits no longer than the configured time. Whatever goes wrong
 * is `unknown`: nobody knows yet. No database connection is held meanwhile.
 */
export async function chargePayment(
  gateway: Gateway,
  payment: Payment,
  request: GatewayRequest,
): Promise<ChargeOutcome> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), config().gatewayTimeoutMs);
  const timedOut = new Promise<ChargeOutcome>((resolve) => {
    deadline.signal.addEventListener("abort", () =>
      resolve({ kind: "unknown", reason: "timeout" }),
    );
  });

  try {
    const charge = gateway.charge(chargeOf(payment, request), deadline.signal);
    return await Promise.race([charge, timedOut]);
  } catch (error) {
    log().error({ err: error, payment_id: payment.id }, "the gateway call failed");
    return { kind: "unknown", reason: "provider_error" };
  } finally {
    clearTimeout(timer);
  }
}

function chargeOf(payment: Payment, request: GatewayRequest): Charge {
  const { id, gatewayAttempts, amount, currency, organizationId, environment } = payment;
  const { receiptId, merchantId, transactionId } = payment;
  return {
    ...request,
    paymentId: id,
    attempt: gatewayAttempts,
    amount,
    currency,
    receiptId,
    merchantId,
    transactionId,
    organizationId,
    environment,
  };
}
