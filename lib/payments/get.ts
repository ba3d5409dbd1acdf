import type { Caller, MemberCaller } from "#lib/core/caller.ts";
import { AppError } from "#lib/core/errors.ts";
import { isId } from "#lib/core/ids.ts";
import type { GatewayName } from "#lib/core/vocabulary.ts";
import { openMatch } from "#lib/receipts/match-data.ts";
import { describeSealing } from "#lib/receipts/sealing-place.ts";
import { findRequestOfPayment } from "#lib/request-log/list.ts";
import { createPaymentOperation, type PaymentResource } from "./contract.ts";
import type { ConsolePaymentDetails, EnvelopeOutline } from "./contract-console.ts";
import { describePayment, describeRefund } from "./describe.ts";
import { followTestRefunds } from "./follow-test-refunds.ts";
import { findRefundAllowance } from "./refund-limit.ts";
import { type PaymentDetails, selectPaymentDetails, selectPaymentEvents } from "./store/details.ts";
import { type Payment, selectPayment } from "./store/payment.ts";
import { type Refund, selectRefunds } from "./store/refund.ts";
import { assembleTimeline } from "./timeline.ts";

/** One of the merchant's own payments, as a path names it. */
export type SalePath = { caller: Caller; gateway: GatewayName; paymentId: string };

/** The state of one of the merchant's own payments. Throws `not_found`. */
export async function getPayment(path: SalePath): Promise<PaymentResource> {
  const state = await selectState(path);
  const hasFollowed = await followTestRefunds(path.caller, state.refunds);
  const { payment, refunds } = hasFollowed ? await selectState(path) : state;
  return {
    ...describePayment(payment),
    refunds: refunds.map((refund) => describeRefund(refund, payment.refundedAmount)),
  };
}

async function selectState(path: SalePath): Promise<{ payment: Payment; refunds: Refund[] }> {
  const payment = await requireSale(path);
  return { payment, refunds: await selectRefunds(path.caller, payment.id) };
}

/** A payment of the merchant at this gateway. Throws `not_found`, also for the id of a refund. */
export async function requireSale({ caller, gateway, paymentId }: SalePath): Promise<Payment> {
  const payment = await selectPayment(caller, paymentId);
  if (payment?.gateway === gateway && payment.refundOf === null) return payment;
  throw new AppError("not_found", { message: "No such payment" });
}

/** One of the organization's payments with all that is known about it. Throws `not_found`. */
export async function getConsolePayment({
  caller,
  paymentId,
}: {
  caller: MemberCaller;
  paymentId: string;
}): Promise<ConsolePaymentDetails> {
  const route = createPaymentOperation.path;
  const [payment, events, refunds, requestId] = await Promise.all([
    selectPaymentDetails(caller, paymentId),
    selectPaymentEvents(caller, paymentId),
    selectRefunds(caller, paymentId),
    findRequestOfPayment(caller, { paymentId, route }),
  ]);
  if (!payment || !isId("payment", paymentId))
    throw new AppError("not_found", { message: "No such payment" });

  const sale = { ...caller, id: paymentId, currency: payment.currency };
  return {
    ...payment,
    refundAllowance: await findRefundAllowance(caller, sale, refunds),
    match: openMatch({ id: paymentId, matchData: payment.matchData }),
    refunds: refunds.map((refund) => describeRefund(refund, payment.refundedAmount)),
    requestId: requestId ?? null,
    timeline: assembleTimeline(payment, events),
    envelope: outlineEnvelope(payment),
  };
}

/** What the service itself can see of a sealed receipt. */
function outlineEnvelope(payment: PaymentDetails): EnvelopeOutline {
  const { keyId, escrowed, parts, protectedHeader, ciphertextStart } = payment;
  const { encryptedKey, iv, ciphertext, tag } = parts;
  return {
    format: "JWE flattened, RFC 7516",
    algorithm: payment.ephemeralKey === null ? "RSA-OAEP-256" : "ECDH-ES+A256KW",
    encryption: readEncryption(protectedHeader),
    keyId,
    ...describeSealing(payment),
    escrowed,
    bytes: protectedHeader.length + (encryptedKey ?? 0) + iv + ciphertext + tag,
    parts,
    ciphertextStart: Buffer.from(ciphertextStart).toString("base64url"),
    protectedHeader,
  };
}

/** As the header says it, which is authenticated with the receipt. */
function readEncryption(protectedHeader: string): string {
  const { enc } = JSON.parse(Buffer.from(protectedHeader, "base64url").toString());
  return String(enc);
}
