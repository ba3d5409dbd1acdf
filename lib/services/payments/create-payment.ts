import type { Caller } from "#lib/auth/caller.ts";
import { serviceSecrets } from "#lib/auth/service-secrets.ts";
import type { CreatedPayment, GatewayName } from "#lib/contract/payments.ts";
import type { PaymentRequest } from "#lib/contract/receipt-fields.ts";
import { selectGateway } from "#lib/gateways/select-gateway.ts";
import type { Payment } from "#lib/storage/payments.ts";
import { chargePayment, unavailable } from "./charge-payment.ts";
import { findDuplicate } from "./find-duplicate.ts";
import { describeGatewayRequest } from "./gateway-request.ts";
import { identifyPayment, type PaymentIdentity } from "./payment-identity.ts";
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
  const provider = await selectGateway(caller, gateway);
  const order = settleOrder(gateway, request);
  const identity = identifyPayment(
    gateway,
    request,
    idempotencyKey,
    serviceSecrets().fingerprintKeys,
  );
  const asked = describeGatewayRequest(gateway, request, order);

  const refusedForMs = provider.refusedForMs?.();
  // What would have to wait for a broken provider is not taken; what is there already is answered.
  if (refusedForMs !== undefined && !(await isRepetition(caller, identity))) {
    throw unavailable(refusedForMs);
  }

  // The row comes before the charge: a crash after it must leave something to finish.
  const intent = await storeIntent({ caller, gateway, request, order, asked, identity });
  const charge = (payment: Payment) => chargePayment(provider, payment, asked);
  if (intent.state === "existing") return await resumePayment(intent.payment, charge);
  return { state: "created", payment: await charge(intent.payment) };
}

async function isRepetition(caller: Caller, identity: PaymentIdentity): Promise<boolean> {
  return (await findDuplicate(caller, identity)).state === "same";
}
