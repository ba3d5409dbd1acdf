import { CopyButton } from "#components/ui/copy.tsx";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";

type ReceiptIdsProps = { paymentId: string; receipt: OpenedReceipt };

/** The references that a shop or a bank asks for. */
export function ReceiptIds({ paymentId, receipt }: ReceiptIdsProps) {
  const { kind, receiptId, transactionId } = receipt;
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      <Id name={kind === "refund" ? "Credit note" : "Receipt number"} value={receiptId} />
      <Id name="Transaction" value={transactionId} />
      <Id name={kind === "refund" ? "Refund" : "Payment"} value={paymentId} />
    </dl>
  );
}

function Id({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-center gap-3 py-0.5">
      <dt className="w-32 shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 grow items-center justify-between gap-2">
        <span className="min-w-0 font-mono text-xs break-all">{value}</span>
        <CopyButton text={value} label={name.toLowerCase()} />
      </dd>
    </div>
  );
}
