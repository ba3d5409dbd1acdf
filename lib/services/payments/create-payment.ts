import type { Caller } from "#lib/auth/caller.ts";
import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { CreatedPayment, GatewayName } from "#lib/contract/payments.ts";
import type { PaymentRequest } from "#lib/contract/receipt-fields.ts";
import { selectGateway } from "#lib/gateways/select-gateway.ts";
import type { Payment } from "#lib/storage/payments.ts";
import { chargePayment } from "./charge-payment.ts";
import { identifyPayment } from "./payment-identity.ts";
import { resumePayment } from "./resume-payment.ts";
import { settleOrder } from "./settle-order.ts";
import { storeIntent } from "./store-intent.ts";

export type PaymentCreation = { state: "created" | "replayed"; payment: CreatedPayment };

/**
 * Takes a payment and seals its receipt; a repetition gets the first answer. Throws
 * `invalid_request`, `payment_declined`, `conflict` (the key again with another body) or
 * `service_unavailable` (the gateway gave no answer; the same call again goes on from there).
 */
export async function createPayment({
  caller,
  gateway,
  request,
  idempotencyKey,
}: {
  caller: Caller;
  gateway: GatewayName;
  request: PaymentRequest;
  idempotencyKey: string | undefined;
}): Promise<PaymentCreation> {
  const provider = selectGateway(caller.environment, gateway);
  const order = settleOrder(gateway, request);
  const identity = identifyPayment(
    gateway,
    request,
    idempotencyKey,
    serviceSecrets().fingerprintKeys,
  );

  // The row comes before the charge: a crash after it must leave something to finish.
  const intent = await storeIntent({ caller, gateway, request, order, identity });
  const charge = (payment: Payment) => chargePayment(provider, payment, request, order);
  if (intent.state === "existing") return await resumePayment(intent.payment, charge);
  return { state: "created", payment: await charge(intent.payment) };
}
