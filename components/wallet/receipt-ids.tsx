import { CopyButton } from "#components/ui/copy.tsx";
import { useTranslate } from "#components/ui/use-translate.ts";
import type { StoredValue } from "#lib/core/data-inventory.ts";
import type { OpenedReceipt } from "#lib/receipts/contract.ts";

type ReceiptIdsProps = { paymentId: string; receipt: OpenedReceipt };

/** The references that a shop or a bank asks for. */
export function ReceiptIds({ paymentId, receipt }: ReceiptIdsProps) {
  const t = useTranslate();
  const { kind, receiptId, transactionId } = receipt;
  return (
    <dl className="divide-y divide-line border-y border-line text-sm">
      <Id
        name={kind === "refund" ? t("Credit note") : t("Receipt number")}
        value={receiptId}
        stored="payment.receipt_id"
      />
      <Id name={t("Transaction")} value={transactionId} stored="payment.transaction_id" />
      <Id
        name={kind === "refund" ? t("Refund") : t("Payment")}
        value={paymentId}
        stored="payment.id"
      />
    </dl>
  );
}

type IdProps = { name: string; value: string; stored: StoredValue };

function Id({ name, value, stored }: IdProps) {
  const t = useTranslate();
  return (
    <div className="relative py-2 pr-12">
      <dt className="text-xs text-muted">{name}</dt>
      <dd>
        <span data-stored={stored} className="font-mono text-xs wrap-anywhere">
          {value}
        </span>
        <span className="absolute top-1/2 right-0 -translate-y-1/2">
          <CopyButton text={value} label={t.inSentence(name)} />
        </span>
      </dd>
    </div>
  );
}
