import { findRecipient } from "#lib/cards/find-recipient.ts";
import type { Tenant } from "#lib/core/caller.ts";
import type { AppError } from "#lib/core/errors.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { MerchantSignature } from "#lib/crypto/merchant-signature.ts";
import type { Gateway } from "#lib/gateways/gateway.ts";
import { notConnected, type SelectedGateway, selectGateway } from "#lib/gateways/select-gateway.ts";
import { findLogo } from "#lib/organizations/find-logo.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import { serviceSecrets } from "#lib/secrets/secrets.ts";
import { chargePayment } from "./charge.ts";
import type { CreatedPayment } from "./contract.ts";
import { canceled, describeCreation, describeOutcome, refused, unavailable } from "./describe.ts";
import {
  type FailedAttempt,
  findDuplicate,
  hadKeyBefore,
  rememberHeaderKey,
} from "./find-duplicate.ts";
import { identifyPayment } from "./identity.ts";
import { type Order, settleOrder } from "./order.ts";
import { decryptClientSecret, recordAnswer } from "./record-outcome.ts";
import { closeAttempt, reselectClaimed, resumePayment } from "./resume.ts";
import { saveIntent } from "./save-intent.ts";
import { type PaymentDraft, sealIntent } from "./seal.ts";
import type { Payment } from "./store/payment.ts";
import { withPaymentId } from "./with-payment-id.ts";

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
  merchantSignature,
  idempotencyKey,
}: {
  caller: Tenant;
  gateway: GatewayName;
  request: PaymentRequest;
  /** Not part of what makes a call the same: a retry may be signed anew. */
  merchantSignature: MerchantSignature | undefined;
  idempotencyKey: string | undefined;
}): Promise<PaymentCreation> {
  const [selected, logo] = await Promise.all([
    selectGateway(caller, gateway),
    findLogo(caller.organizationId),
  ]);
  const order = settleOrder(gateway, request);
  const identity = identifyPayment(gateway, request, idempotencyKey);

  // Without a gateway no payment begins; a repetition of one that did is still answered.
  const obstacle = findObstacle(selected);
  if (!selected || obstacle) {
    const duplicate = await findDuplicate(caller, identity);
    if (duplicate.state !== "same") throw obstacle;
    return await repeat(duplicate.payment, order);
  }

  // The row comes before the charge: a crash after it must leave something to finish.
  const { connectionId } = selected;
  const card = serviceSecrets().cardIndexer.candidates(request.recipientHashedPan);
  const draft = {
    caller,
    gateway,
    connectionId,
    request,
    merchantSignature,
    order,
    identity,
    card,
    logo,
  };
  const stored = await store(draft);
  if (stored.state === "existing") return await repeat(stored.payment, order);

  const { payment } = stored;
  return await withPaymentId(payment.id, async () => ({
    state: "created",
    payment: await charge(selected.gateway, payment, order),
  }));
}

function findObstacle(selected: SelectedGateway | undefined): AppError | undefined {
  if (!selected) return notConnected();
  const refusedForMs = selected.gateway.refusedForMs?.();
  return refusedForMs === undefined ? undefined : unavailable(undefined, refusedForMs);
}

/**
 * Finds the recipient, seals, and stores the payment, unless its keys lead to one already: that is looked up
 * first where this process had the keys before, since a repetition then costs a read instead of a sealing.
 */
async function store(
  draft: PaymentDraft,
): Promise<{ state: "new" | "existing"; payment: Payment }> {
  const { caller, card, identity } = draft;
  let failed: FailedAttempt[] = [];
  for (let isLikelyNew = !hadKeyBefore(identity); ; isLikelyNew = true) {
    if (isLikelyNew) {
      const recipient = await findRecipient({ environment: caller.environment, indexes: card });
      const intent = sealIntent(draft, recipient);
      // Stored perhaps, although the database's answer is lost.
      const payment = await withPaymentId(intent.id, () => saveIntent(intent, failed));
      if (payment) return { state: "new", payment };
    }
    const duplicate = await findDuplicate(caller, identity);
    if (duplicate.state === "same") {
      const { payment, headerIsNew } = duplicate;
      if (headerIsNew) {
        await withPaymentId(payment.id, () => rememberHeaderKey(payment, identity));
      }
      return { state: "existing", payment };
    }
    // The next round takes the place of an attempt that failed, or seals to whoever has registered the card.
    failed = duplicate.state === "failed" ? duplicate.attempts : [];
    for (const { payment } of failed) await closeAttempt(payment);
  }
}

async function charge(gateway: Gateway, payment: Payment, order: Order): Promise<CreatedPayment> {
  const outcome = await chargePayment(gateway, payment, order.gatewayRequest);
  const ended = await recordAnswer(payment, outcome);
  if (ended) refuseEnded(ended);
  return describeOutcome(payment, outcome);
}

/** What was charged for a payment that others have ended, or want canceled, is given back. */
function refuseEnded(payment: Payment): void {
  const { status, declineCode, cancelRequestedAt } = payment;
  if (status === "failed") throw refused(payment, declineCode ?? "declined");
  if (status === "canceled" || cancelRequestedAt !== null) throw canceled(payment);
}

/** Answers a repeated call, or goes on where the first one got no answer. */
async function repeat(existing: Payment, order: Order): Promise<PaymentCreation> {
  return await withPaymentId(existing.id, () => goOn(existing, order));
}

async function goOn(existing: Payment, order: Order): Promise<PaymentCreation> {
  const { state, payment } = await resumePayment(existing);
  if (state === "taken") {
    const answer = describeCreation(payment, decryptClientSecret(payment));
    return { state: "replayed", payment: answer };
  }

  // Through the gateway that the payment began with, whatever the merchant is connected to now.
  const gateway = await reselectClaimed(payment);
  return { state: "created", payment: await charge(gateway, payment, order) };
}
