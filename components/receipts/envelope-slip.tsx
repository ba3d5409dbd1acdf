import type { UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";
import { EnvelopePart } from "./envelope-part.tsx";

export type EnvelopeSlipProps = {
  paymentId: string;
  receipt: OpenedReceipt;
  envelope: UncheckedEnvelope;
};

/** The service's copy of the same receipt: a few references in the clear, and the envelope. */
export function EnvelopeSlip({ envelope, paymentId, receipt }: EnvelopeSlipProps) {
  return (
    <div className="flex h-full flex-col font-mono text-2xs">
      <dl className="space-y-0.5">
        <EnvelopePart name="paymentId">{paymentId}</EnvelopePart>
        <EnvelopePart name="merchantId">{receipt.merchantId}</EnvelopePart>
        <EnvelopePart name="receiptId">{receipt.receiptId}</EnvelopePart>
        <EnvelopePart name="transactionId">{receipt.transactionId}</EnvelopePart>
        <EnvelopePart name="amount">
          {receipt.amount} {receipt.currency}
        </EnvelopePart>
        <EnvelopePart name="card">keyed hash</EnvelopePart>
      </dl>

      <dl className="mt-4 space-y-0.5 border-t border-dashed border-line pt-4">
        <EnvelopePart name="alg">{envelope.header.alg}</EnvelopePart>
        <EnvelopePart name="kid">{envelope.header.kid}</EnvelopePart>
        <EnvelopePart name="protected">{envelope.protected}</EnvelopePart>
        <EnvelopePart name="encrypted_key">{envelope.encrypted_key}</EnvelopePart>
        <EnvelopePart name="iv">{envelope.iv}</EnvelopePart>
        <EnvelopePart name="tag">{envelope.tag}</EnvelopePart>
        <div className="pt-0.5">
          <dt className="text-muted">ciphertext</dt>
          <dd className="line-clamp-5 break-all">{envelope.ciphertext}</dd>
        </div>
      </dl>
    </div>
  );
}
