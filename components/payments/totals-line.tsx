import { Popover } from "#components/ui/popover.tsx";
import { formatMoney } from "#lib/core/money.ts";
import type { PaymentTotals } from "#lib/payments/contract-console.ts";

/** As many currencies as fit on a line of a phone; those with the most payments come first. */
const MAX_SUMS = 2;

/** The count of all filtered payments, not of the page alone, and what was paid in each currency. */
export function TotalsLine({ totals }: { totals: PaymentTotals | undefined }) {
  if (!totals) return <p aria-hidden="true">…</p>;
  const { count, amounts } = totals;
  const sums = amounts?.map(({ currency, amount }) => formatMoney({ currency, amount }, "en-US"));
  const shown = sums?.slice(0, MAX_SUMS) ?? [];
  const hidden = (sums?.length ?? 0) - shown.length;
  return (
    <div className="flex min-w-0 grow basis-44 flex-wrap items-center gap-x-3 py-1 tabular-nums md:grow-0 md:basis-auto">
      <p title="What was paid, of all payments that the filters select; refunds are not deducted">
        <span className="mr-3 font-medium whitespace-nowrap text-ink">
          {count.toLocaleString("en-US")} {count === 1 ? "payment" : "payments"}
        </span>
        {shown.length > 0 ? `${shown.join(" + ")} paid` : null}
      </p>
      {hidden > 0 ? (
        <Popover
          label="Paid in each currency"
          trigger={
            <button
              type="button"
              className="min-h-11 cursor-pointer underline underline-offset-4 hover:text-ink md:min-h-7"
            >
              {hidden} more {hidden === 1 ? "currency" : "currencies"}
            </button>
          }
        >
          <SumList amounts={amounts ?? []} />
        </Popover>
      ) : null}
    </div>
  );
}

function SumList({ amounts }: { amounts: NonNullable<PaymentTotals["amounts"]> }) {
  return (
    <dl className="max-h-72 space-y-1 overflow-y-auto text-sm tabular-nums">
      {amounts.map(({ currency, amount, count }) => (
        <div key={currency} className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">
            {currency.toUpperCase()}, {count.toLocaleString("en-US")} paid
          </dt>
          <dd className="font-medium">{formatMoney({ currency, amount }, "en-US")}</dd>
        </div>
      ))}
    </dl>
  );
}
