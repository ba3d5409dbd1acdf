import type { Caller } from "#lib/core/caller.ts";
import type { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import {
  notConnected,
  reselectGateway,
  type SelectedGateway,
  selectGateway,
} from "#lib/gateways/select-gateway.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { chargePayment, unavailable } from "./charge.ts";
import type { CreatedPayment } from "./contract.ts";
import { findDuplicate, identifyPayment } from "./identity.ts";
import { describeGatewayRequest, type GatewayRequest, settleOrder } from "./order.ts";
import { resumePayment } from "./resume.ts";
import { saveIntent } from "./save-intent.ts";
import { type Payment, releasePayment } from "./store/payment.ts";

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
  const selected = await selectGateway(caller, gateway);
  const order = settleOrder(gateway, request);
  const identity = identifyPayment(
    gateway,
    request,
    idempotencyKey,
    serviceSecrets().fingerprintKeys,
  );
  const asked = describeGatewayRequest(gateway, request, order);
  const resume = (payment: Payment) =>
    resumePayment(payment, (claimed) => chargeAgain(claimed, asked));

  // What could not be charged is not taken; what is there already is answered.
  const obstacle = describeObstacle(selected);
  if (!selected || obstacle) {
    const duplicate = await findDuplicate(caller, identity);
    if (duplicate.state !== "same") throw obstacle;
    return await resume(duplicate.payment);
  }

  // The row comes before the charge: a crash after it must leave something to finish.
  const { connectionId } = selected;
  const intent = await saveIntent({
    caller,
    gateway,
    connectionId,
    request,
    order,
    asked,
    identity,
  });
  if (intent.state === "existing") return await resume(intent.payment);
  return {
    state: "created",
    payment: await chargePayment(selected.gateway, intent.payment, asked),
  };
}

function describeObstacle(selected: SelectedGateway | undefined): AppError | undefined {
  if (!selected) return notConnected();
  const refusedForMs = selected.gateway.refusedForMs?.();
  return refusedForMs === undefined ? undefined : unavailable(refusedForMs);
}

/** Through the gateway that the payment was begun with, whatever the merchant is connected to now. */
async function chargeAgain(claimed: Payment, asked: GatewayRequest): Promise<CreatedPayment> {
  const gateway = await reselectGateway(claimed).catch(async (error: unknown) => {
    await releasePayment(claimed);
    throw error;
  });
  return await chargePayment(gateway, claimed, asked);
}
