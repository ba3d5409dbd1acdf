import type { Tenant, VisitCaller } from "#lib/core/caller.ts";
import type { AppError } from "#lib/core/errors.ts";
import { isSealedBody } from "#lib/core/sealed-body.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import type { MerchantSignature } from "#lib/crypto/merchant-signature.ts";
import { findClaimCode, newClaimCode } from "#lib/escrow/claim-codes.ts";
import type { Gateway } from "#lib/gateways/gateway.ts";
import { notConnected, type SelectedGateway, selectGateway } from "#lib/gateways/select-gateway.ts";
import { findLogo } from "#lib/organizations/find-logo.ts";
import type { PaymentRequest } from "#lib/receipts/contract.ts";
import { readEnvelope } from "#lib/reservations/read-envelope.ts";
import { beginPayment } from "./begin-payment.ts";
import { chargeOrSettle } from "./charge.ts";
import { naming, withClaim, withHeldClaim } from "./claim.ts";
import { invalidOrder } from "./contract-order.ts";
import type { SealedPaymentRequest } from "./contract-sealed.ts";
import { answerCreation, isOverdue, type PaymentCreation, unavailable } from "./describe.ts";
import { identifyPayment } from "./idempotency.ts";
import { type Order, settleOrder, settleSealedOrder } from "./order.ts";
import type { Content } from "./seal.ts";
import type { Payment } from "./store/payment.ts";

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
  caller: Tenant & Partial<Pick<VisitCaller, "visitId">>;
  gateway: GatewayName;
  request: PaymentRequest | SealedPaymentRequest;
  /** Not part of what makes a call the same: a retry may be signed anew. */
  merchantSignature: MerchantSignature | undefined;
  idempotencyKey: string | undefined;
}): Promise<PaymentCreation> {
  const [selected, logo] = await Promise.all([
    selectGateway(caller, gateway),
    isSealed(request) ? undefined : findLogo(caller.organizationId),
  ]);
  const { order, content } = readContent({ gateway, request, merchantSignature, logo });
  const identity = identifyPayment(gateway, request, idempotencyKey, {
    visitId: caller.visitId,
    reservedId: content.kind === "envelope" ? content.envelope.reserved.paymentId : undefined,
  });

  // The row comes before the charge: a crash after it must leave something to finish.
  const { payment, isNew } = await beginPayment({
    caller,
    gateway,
    connectionId: selected?.connectionId ?? null,
    obstacle: findObstacle(selected, { amount: order.amount, currency: request.currency }),
    request,
    content,
    order,
    identity,
  });

  const attempt = (provider: Gateway, claimed: Payment) =>
    chargeOrSettle(provider, claimed, order.gatewayRequest);
  return await naming(payment, async () => {
    const result = isNew
      ? await withHeldClaim(payment, attempt)
      : await withClaim(payment, { isDone: hasResult }, attempt);
    const creation = answerCreation(payment, result);
    return "payment" in result ? await withClaimCode(creation, result.payment, isNew) : creation;
  });
}

type Sent = Pick<
  Parameters<typeof createPayment>[0],
  "gateway" | "request" | "merchantSignature"
> & {
  logo: string | undefined;
};

/** What is charged, and the receipt or the envelope that it came sealed in. Throws `invalid_request`. */
function readContent({ gateway, request, merchantSignature, logo }: Sent): {
  order: Order;
  content: Content;
} {
  if (isSealed(request)) {
    const order = settleSealedOrder(request);
    return { order, content: { kind: "envelope", envelope: readEnvelope(request) } };
  }
  const order = settleOrder(gateway, request);
  return { order, content: { kind: "receipt", request, merchantSignature, logo } };
}

function isSealed(request: PaymentRequest | SealedPaymentRequest): request is SealedPaymentRequest {
  return isSealedBody(request);
}

/** While the receipt waits, its creation and the replays of that say by which code it can be claimed. */
async function withClaimCode(
  { state, payment }: PaymentCreation,
  stored: Payment,
  isNew: boolean,
): Promise<PaymentCreation> {
  if (stored.receiptStatus !== "escrowed" || isOverdue(stored)) return { state, payment };
  const claimCode = isNew ? newClaimCode(stored.id) : await findClaimCode(stored.id);
  if (claimCode === undefined) return { state, payment };
  return { state, payment: { ...payment, veroMetadata: { ...payment.veroMetadata, claimCode } } };
}

const hasResult = ({ status }: Payment) => status !== "pending";

/** Why no payment can begin now. */
function findObstacle(
  selected: SelectedGateway | undefined,
  money: { amount: number; currency: string },
): AppError | undefined {
  if (!selected) return notConnected();
  const reason = selected.gateway.explainMoney?.(money);
  if (reason !== undefined) return invalidOrder(reason);
  const refusedForMs = selected.gateway.refusedForMs?.();
  return refusedForMs === undefined
    ? undefined
    : unavailable(undefined, { retryAfterMs: refusedForMs });
}
