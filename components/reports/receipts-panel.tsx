import { ReceiptStatusMark } from "#components/receipts/receipt-status.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { formatCount, formatShare } from "./figures.ts";
import type { MerchantReport } from "./use-overview.ts";

/** Sealed against escrowed: how many receipts have found their cardholder. */
export function ReceiptsPanel({ totals }: { totals: MerchantReport["totals"] }) {
  const { sealed, escrowed, opened } = totals;
  const all = sealed + escrowed;
  const rows = [
    { status: "sealed", count: sealed, text: "to a cardholder’s key" },
    { status: "escrowed", count: escrowed, text: "until the card is registered" },
    { status: "opened", count: opened, text: "by the cardholder" },
  ] as const;
  return (
    <Panel
      title="Receipts"
      description="Sealed and escrowed. A receipt leaves escrow when its card is registered."
    >
      <div aria-hidden="true" className="flex h-2.5 gap-px bg-ink/8">
        {all > 0 ? (
          <>
            <span className="bg-sealed" style={{ flexGrow: sealed }} />
            <span className="bg-escrowed" style={{ flexGrow: escrowed }} />
          </>
        ) : null}
      </div>
      <dl className="mt-4 grid gap-3 text-sm sm:grid-cols-3">
        {rows.map(({ status, count, text }) => (
          <div key={status} className="grid grid-rows-subgrid gap-y-0.5 sm:row-span-2">
            <dt className="self-end">
              <ReceiptStatusMark status={status} /> <span className="text-muted">{text}</span>
            </dt>
            <dd className="tabular-nums">
              <span className="text-lg font-medium">{formatCount(count)}</span>
              {all > 0 ? (
                <span className="ml-2 text-xs text-muted">{formatShare(count / all)}</span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
