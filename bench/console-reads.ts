import { firstIdAt } from "#lib/core/ids.ts";
import { readTypedAmounts } from "#lib/core/typed-amount.ts";
import {
  breadthStatement,
  countStatement,
  type PaymentSelection,
  pageStatement,
} from "#lib/payments/store/list.ts";
import { sumStatement } from "#lib/payments/store/sums.ts";
import { pool } from "#lib/storage/database.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { onBenchDatabase } from "./bench-database.ts";
import { describeMachine } from "./machine.ts";
import { type Read, ROUNDS, reportReads } from "./report-reads.ts";

const DAYS_30_MS = 30 * 24 * 60 * 60 * 1000;
const tenant = { organizationId: "org_bench", environment: "development" } as const;
const all = { atOrAfter: "", before: "pay_g" };

const searched = (text: string) => ({
  search: { text, amounts: readTypedAmounts(text), end: all.before },
});

await onBenchDatabase(async () => {
  console.log(`\nwhat the merchant console reads, ${ROUNDS} times each, one after another`);
  console.log(describeMachine());
  await fillPayments({ count: 100_000, spanMs: DAYS_30_MS });
  await report(100_000);
  await fillPayments({ count: 900_000, spanMs: DAYS_30_MS });
  await report(1_000_000);
});

async function report(payments: number): Promise<void> {
  await pool().query("VACUUM ANALYZE payment");
  console.log(`\n${payments.toLocaleString("en-US")} payments in 30 days`);
  await reportReads(await queries());
}

async function queries(): Promise<Read[]> {
  const { rows } = await pool().query<{ reference: string }>(
    "SELECT receipt_id AS reference FROM payment OFFSET 5000 LIMIT 1",
  );
  const reference = rows[0]?.reference ?? "";
  const now = new Date();
  const start = new Date(now.getTime() - DAYS_30_MS);
  const deep = firstIdAt("payment", new Date(now.getTime() - DAYS_30_MS / 2));
  const page = (rest: Partial<PaymentSelection>) => pageStatement(tenant, { ...all, ...rest }, 51);
  const count = (rest: Partial<PaymentSelection>) => countStatement(tenant, { ...all, ...rest });
  return [
    ["first page", page({})],
    ["page in the middle", page({ before: deep })],
    ["export's page", pageStatement(tenant, { ...all, before: deep }, 1_000)],
    ["failed", page({ status: "failed" })],
    [
      "failed, second gateway, euros",
      page({ status: "failed", gateway: "gateway_two", currency: "eur" }),
    ],
    ["status that none has", page({ status: "pending" })],
    ["search, exact", page(searched(reference))],
    ["search, 1 in 1,000", page(searched(reference.slice(0, 11)))],
    ["search, everything", pageStatement(tenant, { ...all, ...searched("r") }, 51, true)],
    ["whether a search is broad", breadthStatement(tenant, { ...all, ...searched("r") })],
    ["failed, of a currency that none has", page({ status: "failed", currency: "xxx" })],
    ["currency that none has", page({ currency: "xxx" })],
    ["search, nothing", page(searched("zzz"))],
    ["search, amount that none has", page(searched("18.40"))],
    ["refunded", page({ status: "refunded" })],
    ["count of all", count({})],
    ["count of failed", count({ status: "failed" })],
    ["overview", sumStatement(tenant, { ...all, start, end: now, bucketSeconds: 86_400 })],
  ];
}
