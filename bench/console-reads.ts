import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#lib/embedded-postgres/start-embedded-postgres.ts";
import { firstIdAt } from "#lib/ids/create-id.ts";
import { closeDatabase, connectDatabase, pool } from "#lib/storage/database.ts";
import { countQuery, type PaymentSelection, pageQuery } from "#lib/storage/merchant-payments.ts";
import { breadthQuery } from "#lib/storage/payment-references.ts";
import { sumQuery } from "#lib/storage/payment-totals.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { applyMigrations } from "#prisma/migrate.ts";
import { describeMachine } from "./machine.ts";

type Query = { text: string; values: unknown[] };

const ROUNDS = 20;
const DAYS_30_MS = 30 * 24 * 60 * 60 * 1000;
const tenant = { organizationId: "org_bench", environment: "development" } as const;
const all = { atOrAfter: "", before: "pay_g" };

const dataDir = await mkdtemp(join(tmpdir(), "sealslip-bench-"));
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  await applyMigrations(postgres.url);
  connectDatabase(postgres.url);
  console.log(`\nwhat the merchant console reads, ${ROUNDS} times each, one after another`);
  console.log(describeMachine());
  await fillPayments({ count: 100_000, spanMs: DAYS_30_MS });
  await report(100_000);
  await fillPayments({ count: 900_000, spanMs: DAYS_30_MS });
  await report(1_000_000);
} finally {
  await closeDatabase();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}

async function report(payments: number): Promise<void> {
  await pool().query("VACUUM ANALYZE payment");
  console.log(`\n${payments.toLocaleString("en-US")} payments in 30 days`);
  console.log("median ms   p95 ms  buffers  read");
  for (const [name, query] of await queries()) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const start = performance.now();
      await pool().query(query);
      times.push(performance.now() - start);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    const { buffers, plan } = await explainQuery(query);
    const figures = [at(0.5).padStart(9), at(0.95).padStart(8), String(buffers).padStart(8)];
    console.log(`${figures.join(" ")}  ${name}: ${nameScans(plan)}`);
  }
}

async function queries(): Promise<[string, Query][]> {
  const { rows } = await pool().query<{ reference: string }>(
    "SELECT receipt_id AS reference FROM payment OFFSET 5000 LIMIT 1",
  );
  const reference = rows[0]?.reference ?? "";
  const now = new Date();
  const start = new Date(now.getTime() - DAYS_30_MS);
  const deep = firstIdAt("payment", new Date(now.getTime() - DAYS_30_MS / 2));
  const page = (rest: Partial<PaymentSelection>) => pageQuery(tenant, { ...all, ...rest }, 51);
  const count = (rest: Partial<PaymentSelection>) => countQuery(tenant, { ...all, ...rest });
  return [
    ["first page", page({})],
    ["page in the middle", page({ before: deep })],
    ["export's page", pageQuery(tenant, { ...all, before: deep }, 1_000)],
    ["failed", page({ status: "failed" })],
    [
      "failed, second gateway, euros",
      page({ status: "failed", gateway: "gateway_two", currency: "eur" }),
    ],
    ["status that none has", page({ status: "pending" })],
    ["search, exact", page({ reference })],
    ["search, 1 in 1,000", page({ reference: reference.slice(0, 11) })],
    ["search, everything", pageQuery(tenant, { ...all, reference: "r" }, 51, true)],
    ["whether a search is broad", breadthQuery(tenant, { ...all, reference: "r" })],
    ["failed, of a currency that none has", page({ status: "failed", currency: "xxx" })],
    ["currency that none has", page({ currency: "xxx" })],
    ["search, nothing", page({ reference: "zzz" })],
    ["count of all", count({})],
    ["count of failed", count({ status: "failed" })],
    ["overview", sumQuery(tenant, { ...all, start, bucketSeconds: 86_400 })],
  ];
}

/** How the rows were come by: the lines of a plan that name a way. */
function nameScans(plan: string): string {
  const lines = plan.split("\n").map((line) => line.trim());
  const how = lines.filter((line) => /Scan|^(->\s+)?Sort {2}|Unique|Join/.test(line));
  return [...new Set(how.map((line) => line.replace(/^->\s+|\s*\(actual.*/g, "")))].join("; ");
}
