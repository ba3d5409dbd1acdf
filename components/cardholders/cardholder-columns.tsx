import { ClippedId } from "#components/ui/clipped-id.tsx";
import type { Column } from "#components/ui/table.tsx";
import { Time } from "#components/ui/time.tsx";
import type { CardholderSummary } from "#lib/contract/cardholders.ts";
import { Fingerprint } from "./fingerprint.tsx";
import { ReceiptCount } from "./receipt-count.tsx";

export const cardholderColumns: Column<CardholderSummary>[] = [
  {
    id: "user",
    title: "User id",
    cell: ({ userId }) => <span className="font-mono text-xs wrap-anywhere">{userId}</span>,
  },
  {
    id: "key",
    title: "Key id",
    cell: ({ keyId }) => <ClippedId text={keyId} />,
  },
  {
    id: "fingerprint",
    title: "Fingerprint",
    cell: ({ fingerprint }) => <Fingerprint words={fingerprint} />,
  },
  {
    id: "receipts",
    title: "Receipts",
    numeric: true,
    cell: (cardholder) => <ReceiptCount {...cardholder} />,
  },
  {
    id: "opened",
    title: "Last opened",
    numeric: true,
    cell: ({ lastOpenedAt }) =>
      lastOpenedAt === null ? (
        <span className="text-muted">Never</span>
      ) : (
        <Time at={lastOpenedAt} />
      ),
  },
  {
    id: "registered",
    title: "Registered",
    numeric: true,
    cell: ({ registeredAt }) => <Time at={registeredAt} />,
  },
];
