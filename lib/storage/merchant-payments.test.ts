import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { escapeLiteral } from "pg";
import { fillPayments } from "#lib/testing/fill-payments.ts";
import { createTestDatabase } from "#lib/testing/test-database.ts";
import { closeDatabase, connectDatabase, onConnection, pool } from "./database.ts";
import { countQuery, type PaymentSelection, pageQuery } from "./merchant-payments.ts";
import { sumQuery } from "./payment-totals.ts";

const LIST = "payment_organization_id_environment_id_idx";
const all = { atOrAfter: "", before: "pay_g" };
const of = (organizationId: string) => ({ organizationId, environment: "development" }) as const;
const page = (organizationId: string, rest: Partial<PaymentSelection> = {}) =>
  pageQuery(of(organizationId), { ...all, ...rest }, 21);

let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  connectDatabase(database.url);
  // The small merchant's payments lie behind all of the large one's, where a walk by id comes last.
  await fillPayments({ organizationId: "org_small", count: 300, spanMs: 86_400_000 });
  await fillPayments({ organizationId: "org_large", count: 30_000 });
  await pool().query("VACUUM ANALYZE payment");
});
after(async () => {
  await closeDatabase();
  await drop();
});

describe("a merchant's reads cost what the merchant's payments cost, not everybody's", () => {
  const small = of("org_small");
  const period = { ...all, start: new Date(0), bucketSeconds: 3600 };
  const cases: [string, { text: string; values: unknown[] }, number][] = [
    ["a page", page("org_small"), 40],
    ["a page that is not full", page("org_small", { status: "pending" }), 600],
    ["a page of a large merchant", page("org_large"), 40],
    ["a search that finds nothing", page("org_large", { reference: "zzz" }), 20],
    ["a search that finds few", page("org_large", { reference: "receipt-123" }), 500],
    ["a search that finds everything", page("org_small", { reference: "r" }), 200],
    ["the count", countQuery(small, all), 30],
    ["the sums", sumQuery(small, period), 600],
  ];
  for (const [name, query, most] of cases) {
    test(name, async () => {
      const plan = await explain(query);
      assert.doesNotMatch(plan, /Seq Scan|payment_id_idx|payment_pkey/);
      assert.ok(buffers(plan) <= most, `${buffers(plan)} buffers\n${plan}`);
    });
  }
});

test("a page reads the index in order and sorts nothing, however deep it lies", async () => {
  const { rows } = await pool().query<{ id: string }>(
    "SELECT id FROM payment WHERE organization_id = 'org_large' ORDER BY id OFFSET 100 LIMIT 1",
  );
  const plans = [page("org_large"), page("org_large", { before: rows[0]?.id ?? "" })].map(explain);
  const [first, deep] = await Promise.all(plans);
  assert.match(first ?? "", new RegExp(`Index Scan Backward using ${LIST}`));
  assert.doesNotMatch(first ?? "", /Sort|Bitmap/);
  assert.ok(buffers(deep ?? "") <= buffers(first ?? "") + 5, `${first}\n${deep}`);
});

/** As a prepared statement: what the service sends is planned without a look at its values. */
async function explain({ text, values }: { text: string; values: unknown[] }): Promise<string> {
  const literals = values.map((value) =>
    escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
  );
  return await onConnection(async (connection) => {
    await connection.query(`PREPARE looked_at AS ${text}`);
    const { rows } = await connection.query<{ "QUERY PLAN": string }>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) EXECUTE looked_at (${literals})`,
    );
    await connection.query("DEALLOCATE looked_at");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
}

/** Pages that the whole query touched, of 8 KB. */
function buffers(plan: string): number {
  const [, hit = "0", read = "0"] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
