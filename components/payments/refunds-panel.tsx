import { Panel } from "#components/ui/panel.tsx";
import { Table } from "#components/ui/table.tsx";
import { refundColumns } from "./refund-columns.tsx";
import type { ShownPayment } from "./use-payment.ts";

type ShownRefund = ShownPayment["refunds"][number];

/** The refunds of a payment; renders nothing if there are none. */
export function RefundsPanel({ refunds }: { refunds: readonly ShownRefund[] }) {
  if (refunds.length === 0) return null;
  return (
    <Panel
      title="Refunds"
      description="What went back to the customer’s card. Only the cardholder can read a credit note."
      flush
    >
      <Table
        label="Refunds"
        columns={refundColumns}
        rows={refunds}
        rowKey={({ refundId }) => refundId}
      />
    </Panel>
  );
}
