import { isSealedBody } from "#lib/core/sealed-body.ts";
import type { MerchantSignature } from "#lib/crypto/merchant-signature.ts";
import type { Gateway } from "#lib/gateways/gateway.ts";
import { findLogo } from "#lib/organizations/find-logo.ts";
import { recipientFieldNames } from "#lib/receipts/contract.ts";
import { checkReceiptFields } from "#lib/receipts/contract-names.ts";
import { readEnvelope } from "#lib/reservations/read-envelope.ts";
import { naming, withClaim, withHeldClaim } from "./claim.ts";
import { type RefundRequest, type RefundResource, refundRequest } from "./contract-refunds.ts";
import type { SealedRefundRequest } from "./contract-sealed.ts";
import { describeRefund, noAnswer } from "./describe.ts";
import { requireSale, type SalePath } from "./get.ts";
import { identifyRefund } from "./idempotency.ts";
import { isTaken, makeRefund } from "./make-refund.ts";
import { type RefundContent, type RefundInput, saveRefund } from "./save-refund.ts";
import { getPaymentRow, type Payment } from "./store/payment.ts";

export type RefundCreation = { state: "created" | "replayed"; refund: RefundResource };

/** The body of a refund, by the rules of what may stand in a receipt. */
export const refundSchema = refundRequest.superRefine((request, context) => {
  checkReceiptFields(request, context);
  for (const name of recipientFieldNames) {
    if (!(name in request)) continue;
    const message = "is that of the payment; a refund has none of its own";
    context.addIssue({ code: "custom", path: [name], message });
  }
});

/**
 * Gives back a payment or a part of it and seals the credit note, unless it came sealed; a repetition gets the same
 * refund. Throws `not_found`, `conflict` (not paid, more than is left, or the reference again with another body),
 * `forbidden` (more than a support member may refund), `invalid_request`, or `service_unavailable`: the same call again goes on from there, and so does the job.
 */
export async function refundPayment({
  request,
  merchantSignature,
  ...path
}: SalePath & SentRefund): Promise<RefundCreation> {
  const sale = await requireSale(path);
  const identity = identifyRefund(sale.id, request);
  const content = await readContent(sale, { request, merchantSignature });
  const input = { caller: path.caller, request, content, identity };
  return await naming(sale, () => refundSale(sale, input));
}

async function refundSale(sale: Payment, input: RefundInput): Promise<RefundCreation> {
  const { state, refund: stored } = await saveRefund(sale, input);
  const attempt = attemptRefundOf(sale);
  const result =
    state === "created"
      ? await withHeldClaim(stored, attempt)
      : await withClaim(stored, { isDone: isTaken }, attempt);
  if (result.kind === "unknown") throw noAnswer(sale, result);
  const [refund, { refundedAmount }] = [await getPaymentRow(stored), await getPaymentRow(sale)];
  return { state, refund: describeRefund(refund, refundedAmount) };
}

const attemptRefundOf = (sale: Payment) => (gateway: Gateway, claimed: Payment) =>
  makeRefund(gateway, claimed, sale);

/**
 * Has the provider make a refund that is not claimed, unless it has taken it already, and returns it as it is
 * then. Throws `service_unavailable` where the provider does not answer.
 */
export async function carryOutRefund(sale: Payment, refund: Payment): Promise<Payment> {
  const claiming = { isDone: isTaken, asksAgain: true };
  const result = await withClaim(refund, claiming, attemptRefundOf(sale));
  if (result.kind === "unknown") throw noAnswer(sale, result);
  return await getPaymentRow(refund);
}

type SentRefund = {
  request: RefundRequest | SealedRefundRequest;
  merchantSignature: MerchantSignature | undefined;
};

async function readContent(
  { organizationId }: Payment,
  { request, merchantSignature }: SentRefund,
): Promise<RefundContent> {
  if (isSealed(request)) return { kind: "envelope", envelope: readEnvelope(request) };
  return { kind: "receipt", request, merchantSignature, logo: await findLogo(organizationId) };
}

function isSealed(request: SentRefund["request"]): request is SealedRefundRequest {
  return isSealedBody(request);
}
