type ReceiptCountProps = { receipts: number; hasMoreReceipts: boolean };

/** As far as was counted: "1,000+" says that there are more. */
export function ReceiptCount({ receipts, hasMoreReceipts }: ReceiptCountProps) {
  return (
    <span className="tabular-nums">
      {receipts.toLocaleString("en-US")}
      {hasMoreReceipts ? "+" : ""}
    </span>
  );
}
