import { receiptsStatement, selectReceipts } from "#lib/receipts/store.ts";
import { pool } from "#lib/storage/database.ts";
import { fillCardholder, fillPayments } from "#lib/testing/fill-payments.ts";
import { onBenchDatabase } from "./bench-database.ts";
import { describeMachine } from "./machine.ts";

const ROUNDS = 2_000;
const CARDHOLDER = "usr_bench";
const OWN_RECEIPTS = 500;
const issuer = { organizationId: "org_bench", environment: "development" } as const;
const page = { atOrAfter: "", before: "pay_g", limit: 21 };

await onBenchDatabase(async () => {
  console.log(`\na page of 20 receipts, ${ROUNDS} times, one after another`);
  console.log(`${describeMachine()}\n`);
  console.log("payments    median ms   p99 ms   how");

  await fillCardholder(CARDHOLDER);
  await fillPayments({ cardholderId: CARDHOLDER, count: OWN_RECEIPTS });
  await fillPayments({ count: 1_000 - OWN_RECEIPTS });
  await report(1_000);
  await fillPayments({ count: 999_000 });
  await report(1_000_000);
});

async function report(payments: number): Promise<void> {
  await pool().query("VACUUM ANALYZE payment");
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const rows = await selectReceipts(issuer, CARDHOLDER, page);
    times.push(performance.now() - start);
    if (rows.length !== page.limit) throw new Error(`a page of ${rows.length} receipts`);
  }

  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(2);
  console.log(
    `${payments.toLocaleString("en-US").padEnd(11)} ${at(0.5).padStart(9)} ${at(0.99).padStart(8)}   ${await plan()}`,
  );
}

async function plan(): Promise<string> {
  const { text, values } = receiptsStatement([{ ...issuer, cardholderId: CARDHOLDER, ...page }]);
  const { rows } = await pool().query<{ "QUERY PLAN": string }>(
    `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${text}`,
    values,
  );
  const lines = rows.map((row) => row["QUERY PLAN"].trim());
  const told = lines.filter((line) => /Scan|Sort|^Buffers/.test(line));
  return [...new Set(told)].slice(0, 2).join("; ");
}
