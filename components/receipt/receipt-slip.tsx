import type { ReactNode } from "react";
import { formatMoney } from "#lib/money/format-money.ts";

export type PaperReceipt = {
  merchantName: string;
  merchantStreet: string;
  merchantCity: string;
  merchantState: string;
  merchantPostalCode: string;
  receiptId: string;
  transactionDate: string;
  transactionTimezone: string;
  currency: string;
  cardBrand: string;
  cardLast4: string;
  items: {
    lineItemId: string;
    name: string;
    quantity: number;
    unitPrice: number;
    totalPrice: number;
  }[];
  subtotal: number;
  taxAmount: number;
  totalAmount: number;
};

/** A receipt as the cardholder reads it; amounts are in the currency's smallest unit. */
export function ReceiptSlip({ receipt }: { receipt: PaperReceipt }) {
  const money = (amount: number) => formatMoney({ amount, currency: receipt.currency }, "en-US");
  return (
    <div className="flex h-full flex-col font-mono text-xs">
      <div className="text-center">
        <p className="text-sm font-semibold tracking-wide uppercase">{receipt.merchantName}</p>
        <p className="mt-1 text-balance text-muted">
          {receipt.merchantStreet}, {receipt.merchantCity} {receipt.merchantState}{" "}
          {receipt.merchantPostalCode}
        </p>
        <p className="text-muted">{formatTime(receipt)}</p>
      </div>

      <ul className="mt-4 space-y-2 border-t border-dashed border-line pt-4">
        {receipt.items.map((item) => (
          <li key={item.lineItemId}>
            <Row label={item.name} value={money(item.totalPrice)} />
            {item.quantity === 1 ? null : (
              <p className="pl-3 text-muted">
                {item.quantity} × {money(item.unitPrice)}
              </p>
            )}
          </li>
        ))}
      </ul>

      <div className="mt-4 space-y-1 border-t border-dashed border-line pt-4">
        <Row label="Subtotal" value={money(receipt.subtotal)} />
        <Row label="Tax" value={money(receipt.taxAmount)} />
        <div className="pt-1 text-base font-semibold">
          <Row label="Total" value={money(receipt.totalAmount)} />
        </div>
      </div>

      <div className="mt-4 space-y-1 border-t border-dashed border-line pt-4 text-muted">
        <Row label="Card" value={`${receipt.cardBrand} •••• ${receipt.cardLast4}`} />
        <Row label="Receipt" value={receipt.receiptId} />
      </div>
    </div>
  );
}

function formatTime({ transactionDate, transactionTimezone }: PaperReceipt): string {
  const format = new Intl.DateTimeFormat("en-US", {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: transactionTimezone,
  });
  return format.format(new Date(transactionDate));
}

function Row({ label, value }: { label: ReactNode; value: string }) {
  return (
    <p className="flex justify-between gap-3">
      <span>{label}</span>
      <span>{value}</span>
    </p>
  );
}
