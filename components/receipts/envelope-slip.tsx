import type { ReactNode } from "react";
import type { UncheckedEnvelope } from "#lib/crypto/envelope.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";

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
        <Part name="paymentId">{paymentId}</Part>
        <Part name="merchantId">{receipt.merchantId}</Part>
        <Part name="receiptId">{receipt.receiptId}</Part>
        <Part name="transactionId">{receipt.transactionId}</Part>
        <Part name="amount">
          {receipt.amount} {receipt.currency}
        </Part>
        <Part name="card">keyed hash</Part>
      </dl>

      <dl className="mt-4 space-y-0.5 border-t border-dashed border-line pt-4">
        <Part name="alg">{envelope.header.alg}</Part>
        <Part name="kid">{envelope.header.kid}</Part>
        <Part name="protected">{envelope.protected}</Part>
        <Part name="encrypted_key">{envelope.encrypted_key}</Part>
        <Part name="iv">{envelope.iv}</Part>
        <Part name="tag">{envelope.tag}</Part>
        <div className="pt-0.5">
          <dt className="text-muted">ciphertext</dt>
          <dd className="line-clamp-5 break-all">{envelope.ciphertext}</dd>
        </div>
      </dl>
    </div>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="w-24 shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 grow basis-24 truncate">{children}</dd>
    </div>
  );
}
