import type { Tenant } from "#lib/core/caller.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import type { PaymentFilters, PaymentTotals } from "./contract-console.ts";
import { type PaymentSums, selectSums } from "./store/sums.ts";

const HOUR_MS = 60 * 60 * 1000;
/** A bucket for everything. */
const CENTURY_SECONDS = 100 * 365 * 24 * 60 * 60;

/** Figures of the sales of a period that begins with a full hour, by currency and bucket. */
export async function sumPayments(
  tenant: Tenant,
  { from, to, bucketSeconds }: { from: Date; to: Date; bucketSeconds: number },
): Promise<PaymentSums[]> {
  return await selectSums(tenant, {
    atOrAfter: firstIdAt("payment", from),
    // Payments of this very millisecond are included.
    before: firstIdAt("payment", new Date(to.getTime() + 1)),
    start: from,
    end: to,
    bucketSeconds,
  });
}

type CountFigure = "payments" | "approved" | "declined";

/** The figure of the sums that counts what the filters select; undefined where none of them does. */
export function findFigure(filters: PaymentFilters): CountFigure | undefined {
  const { status, currency: _currency, from: _from, to: _to, ...others } = filters;
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  if (status === undefined) return "payments";
  if (status === "succeeded") return "approved";
  return status === "failed" ? "declined" : undefined;
}

/** The same as counting the payments one by one, for filters that the sums have a figure for. */
export async function totalBySums(
  tenant: Tenant,
  { from, to, currency }: PaymentFilters,
  figure: CountFigure,
): Promise<PaymentTotals> {
  const rows = await selectSums(tenant, {
    atOrAfter: from ? firstIdAt("payment", from) : "",
    before: to ? firstIdAt("payment", to) : lastId("payment"),
    start: new Date(Math.ceil((from?.getTime() ?? 0) / HOUR_MS) * HOUR_MS),
    end: to ?? new Date(),
    bucketSeconds: CENTURY_SECONDS,
  });
  const selected = rows.filter((row) => currency === undefined || row.currency === currency);
  const count = selected.reduce((sum, row) => sum + row[figure], 0);
  return { count, amounts: figure === "declined" ? [] : addUpPaid(selected) };
}

/** By currency, the one of most payments first. */
function addUpPaid(rows: readonly PaymentSums[]) {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency]
    .map(([currency, own]) => ({
      currency,
      amount: own.reduce((sum, row) => sum + row.amount, 0),
      count: own.reduce((sum, row) => sum + row.approved, 0),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1));
}
