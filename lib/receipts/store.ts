import { batched, reads } from "#lib/core/batched.ts";
import type { Tenant } from "#lib/core/caller.ts";
import { readPipeline } from "#lib/storage/database.ts";
import { parameterRows } from "#lib/storage/parameter-rows.ts";
import { isRefused } from "#lib/storage/transaction.ts";
import type { ReceiptSummary } from "./contract.ts";
import { describeSealing, type SealingPlace } from "./sealing-place.ts";

/** What is known for matching is still encrypted. */
export type StoredReceipt = Omit<ReceiptSummary, "match"> & { matchData: Uint8Array | null };

/** Which of a cardholder's receipts: the ends of a period as ids without their prefix. */
type Page = {
  atOrAfter: string;
  before: string;
  deliveredFrom?: Date | undefined;
  limit: number;
};

/**
 * Delivered receipts of the issuer's cardholder, newest first: those of sales and refunds that have
 * succeeded; none of another issuer's.
 */
export async function selectReceipts(
  tenant: Tenant,
  cardholderId: string,
  page: Page,
): Promise<StoredReceipt[]> {
  return await selectTogether({ ...tenant, cardholderId, ...page });
}

const selectTogether = batched(selectPages, isRefused, reads);

type CardholderPage = Tenant & Page & { cardholderId: string };

/** By hand: keyset pages over millions of rows, in one statement what is asked for in one turn. */
async function selectPages(pages: readonly CardholderPage[]): Promise<StoredReceipt[][]> {
  const { rows } = await readPipeline().query<ReceiptRow>({
    name: "list-receipts",
    rowMode: "array",
    ...receiptsStatement(pages),
  });
  const lists = pages.map((): StoredReceipt[] => []);
  for (const row of rows) lists[row[0]]?.push(toSummary(row));
  return lists.map((list, index) => list.sort(newestFirst).slice(0, pages[index]?.limit));
}

type ReceiptRow = [
  place: number,
  paymentId: string,
  refundOf: string | null,
  receiptId: string,
  transactionId: string,
  receiptStatus: ReceiptSummary["receiptStatus"],
  gateway: ReceiptSummary["gateway"],
  amount: number,
  currency: string,
  refundedAmount: number,
  keyId: string | null,
  createdAt: Date,
  deliveredBy: ReceiptSummary["deliveredBy"],
  matchData: Uint8Array | null,
  deliveredAt: Date,
  otherKeyIds: string[] | null,
  sealingPlace: SealingPlace,
  escrowedAt: Date | null,
];

/**
 * Reads columns by position, and fills in the two that follow from the others and from the statement: with them, and
 * with pg's row objects, a list takes a tenth longer.
 */
function toSummary([
  _place,
  paymentId,
  refundOf,
  receiptId,
  transactionId,
  receiptStatus,
  gateway,
  amount,
  currency,
  refundedAmount,
  keyId,
  createdAt,
  deliveredBy,
  matchData,
  deliveredAt,
  otherKeyIds,
  sealingPlace,
  escrowedAt,
]: ReceiptRow): StoredReceipt {
  return {
    paymentId,
    kind: refundOf === null ? "sale" : "refund",
    refundOf,
    receiptId,
    transactionId,
    receiptStatus,
    paymentStatus: "succeeded",
    gateway,
    amount,
    currency,
    refundedAmount,
    keyId,
    keyIds: keyId === null ? [] : [keyId, ...(otherKeyIds ?? [])],
    createdAt,
    deliveredBy,
    matchData,
    deliveredAt,
    ...describeSealing({ sealingPlace, escrowedAt }),
  };
}

/** Merges both kinds here, since PostgreSQL takes a fifth longer for a page that it sorts by a part of the ids. */
function newestFirst(one: StoredReceipt, other: StoredReceipt): number {
  return one.paymentId.slice(4) < other.paymentId.slice(4) ? 1 : -1;
}

/** Receipts of code from before have no time of their own; a row of the list is one that was delivered. */
const deliveredAt = "coalesce(delivered_at, settled_at, created_at)";

/**
 * Ids of one kind sort by time, so the index on (cardholder, id) serves the page of each kind, the cursor
 * and both ends of the period.
 */
const receiptsOfKind = (prefix: string) => `
  (SELECT id, refund_of, receipt_id, transaction_id, receipt_status, gateway, amount, currency,
          refunded_amount, key_id, created_at, coalesce(delivered_by, 'card'), match_data,
          ${deliveredAt},
          CASE WHEN other_recipients IS NOT NULL
               THEN ARRAY(SELECT jsonb_object_keys(other_recipients)) END,
          sealing_place, escrowed_at
   FROM payment
   WHERE environment = w.environment AND cardholder_id = w.cardholder_id
     AND id >= '${prefix}' || w.at_or_after AND id < '${prefix}' || w.before
     AND status = 'succeeded' AND receipt_status <> 'void'
     AND (w.delivered_from IS NULL OR ${deliveredAt} >= w.delivered_from)
   ORDER BY id DESC
   LIMIT w."limit")`;

const pageRows = parameterRows({
  organizationId: "text",
  environment: "environment",
  cardholderId: "text",
  atOrAfter: "text",
  before: "text",
  deliveredFrom: "timestamptz",
  limit: "int",
  place: "int",
});

const selectPagesSql = `
  SELECT w.place, receipts.*
  FROM (SELECT ${pageRows.list}) AS w
  CROSS JOIN LATERAL (${receiptsOfKind("pay_")} UNION ALL ${receiptsOfKind("ref_")}) receipts
  WHERE (
    -- By its id alone: with the tenant as a condition, PostgreSQL would look through all of an issuer's
    -- cardholders as long as it has not counted them.
    SELECT (organization_id, environment) = (w.organization_id, w.environment)
    FROM cardholder WHERE id = w.cardholder_id)`;

/** Exported so that tests can EXPLAIN it. */
export function receiptsStatement(pages: readonly CardholderPage[]) {
  return {
    text: selectPagesSql,
    values: pageRows.values(
      pages.map((page, place) => ({
        ...page,
        deliveredFrom: page.deliveredFrom ?? null,
        place,
      })),
    ),
  };
}
