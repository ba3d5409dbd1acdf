import type { Tenant } from "#lib/core/caller.ts";
import { firstIdAt, lastId } from "#lib/core/ids.ts";
import { escrowHorizon } from "#lib/escrow/horizon.ts";
import type { PaymentFilters, PaymentTotals } from "./contract-console.ts";
import { isRefundedStatus } from "./contract-status.ts";
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

/** Whether the sums know how many payments the filters select. */
export function isSummed({ status, ...filters }: PaymentFilters): boolean {
  const { search, amountMin, amountMax, majorMin, majorMax } = filters;
  const unknown = [search, amountMin, amountMax, majorMin, majorMax];
  return !isRefundedStatus(status) && unknown.every((value) => value === undefined);
}

/** The same as counting the payments one by one, for filters that the sums know. */
export async function totalBySums(
  tenant: Tenant,
  { from, to, ...filters }: PaymentFilters,
): Promise<PaymentTotals> {
  const period = { from: from ?? new Date(0), to };
  const parts = isEscrow(filters) ? cutOut(hourOf(escrowHorizon()), period) : [period];
  const sums = await Promise.all(parts.map((part) => sumPart(tenant, part, filters)));
  const rows = sums.flat();
  const count = rows.reduce((sum, row) => sum + row.payments, 0);
  return { count, amounts: addUpPaid(rows) };
}

type Part = {
  from: Date;
  /** Undefined: without an end. */
  to: Date | undefined;
  /** Whether each payment is to be read, since not all that the sums count together look alike. */
  isMixed?: boolean;
};

function isEscrow({ receiptStatus }: PaymentFilters): boolean {
  return receiptStatus === "escrowed" || receiptStatus === "expired";
}

/** The hour in which escrow ends now: of what was sold then, some waits and some is over. */
function hourOf(time: Date): { from: Date; to: Date } {
  const start = Math.floor(time.getTime() / HOUR_MS) * HOUR_MS;
  return { from: new Date(start), to: new Date(start + HOUR_MS) };
}

function cutOut(hour: { from: Date; to: Date }, { from, to }: Part): Part[] {
  const end = to ?? new Date(8.64e15);
  const parts = [
    { from, to: earlier(hour.from, end) },
    { from: later(from, hour.from), to: earlier(hour.to, end), isMixed: true },
    { from: later(from, hour.to), to },
  ];
  return parts.filter((part) => part.to === undefined || part.from < part.to);
}

const earlier = (one: Date, other: Date) => (one < other ? one : other);
const later = (one: Date, other: Date) => (one > other ? one : other);

async function sumPart(tenant: Tenant, { from, to, isMixed }: Part, filters: PaymentFilters) {
  const start = isMixed && to ? to : new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  return await selectSums(
    tenant,
    {
      atOrAfter: from.getTime() === 0 ? "" : firstIdAt("payment", from),
      before: to ? firstIdAt("payment", to) : lastId("payment"),
      start,
      end: to ?? new Date(),
      bucketSeconds: CENTURY_SECONDS,
    },
    filters,
  );
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
