import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { signInOverHttp } from "#lib/testing/sign-in-over-http.ts";
import { until } from "#lib/testing/until.ts";
import { type BenchService, type BenchStage, type Login, onStage } from "./bench-service.ts";
import { createFixtures } from "./fixtures.ts";
import { describeMachine } from "./machine.ts";
import { measureCalls } from "./scale-calls.ts";
import { fillScale } from "./scale-fill.ts";
import { measurePages } from "./scale-pages.ts";
import { printScale, type ScaleResult } from "./scale-print.ts";
import { readSizes } from "./scale-sizes.ts";
import { requireSpace } from "./scale-space.ts";
import { measureSteps } from "./scale-steps.ts";

// The cost of calls and pages beside a thousand, a million, or ten million payments of one merchant.

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { "receipt-bytes": { type: "string", default: "350" } },
});
const sizes = positionals.length === 0 ? [1_000, 1_000_000] : positionals.map(Number);
const receiptBytes = Number(flags["receipt-bytes"]);
const resultPath = (payments: number) => join(import.meta.dirname, `scale-${payments}.json`);

const MAX_SUMMING_MS = 20 * 60_000;

const machine = describeMachine();
const command = ["npm run bench -- scale", ...process.argv.slice(2)].join(" ");
console.log(`${machine}\n${command}; receipts of ${receiptBytes} bytes\n`);
for (const payments of sizes) {
  await requireSpace({ payments, receiptBytes });
  await onStage(async (stage) => {
    const result = await measureAt(stage, payments);
    printScale(result);
    const file = { command, at: new Date().toISOString(), machine, receiptBytes, ...result };
    await writeFile(resultPath(payments), `${JSON.stringify(file, undefined, 2)}\n`);
  });
}

async function measureAt(stage: BenchStage, payments: number): Promise<ScaleResult> {
  const service = await stage.start("server.ts");
  const prepared = { service, fixtures: await createFixtures(service) };
  await using owner = await connect(stage.ownerUrl);
  const organizationId = await findOrganization(owner.client, service.login);

  service.pause();
  const { publicKey } = prepared.fixtures.keys;
  await fillScale(owner.client, { organizationId, publicKey, payments, receiptBytes });
  service.resume();
  const sizes = await readSizes(owner.client, payments);
  // The queue of jobs belongs to the service's own role.
  await using own = await connect(stage.url);
  await sumAgain(own.client);

  const holders = await listHolders(owner.client, organizationId);
  const [large = ""] = holders;
  const calls = await measureCalls(prepared, { payments, holders });
  const pages = await measurePages(await signIn(service), { holder: large });
  const steps = await measureSteps(prepared, {
    client: own.client,
    organizationId,
    holder: large,
  });
  return { payments, calls, pages, steps, sizes };
}

async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString });
  // If the run is interrupted, PostgreSQL ends before its clients do.
  client.on("error", () => undefined);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

async function findOrganization(client: pg.Client, { email }: Login): Promise<string> {
  const { rows } = await client.query("SELECT organization_id AS id FROM member WHERE email = $1", [
    email,
  ]);
  return rows[0].id;
}

/** The filled-in rows are older than the hours that the job has already summed. */
async function sumAgain(client: pg.Client): Promise<void> {
  await client.query(
    "WITH d AS (DELETE FROM payment_sum) UPDATE payment_sum_progress SET until = 'epoch'",
  );
  await client.query("SELECT graphile_worker.add_job('sum-payments', '{}'::json)");
  const start = performance.now();
  await until(async () => {
    const { rows } = await client.query(
      "SELECT until > now() - interval '2 hours 15 minutes' AS summed FROM payment_sum_progress",
    );
    return rows[0].summed;
  }, MAX_SUMMING_MS);
  console.log(`summed in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** The filled-in ones, the one with the most receipts first. */
async function listHolders(client: pg.Client, organizationId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM cardholder WHERE organization_id = $1 AND current_key_id LIKE 'key\\_%'
       AND length(current_key_id) = 36 ORDER BY id LIMIT 10000`,
    [organizationId],
  );
  return rows.map(({ id }) => id);
}

async function signIn({ urls: [url = ""], login }: BenchService) {
  return { url, cookie: await signInOverHttp({ url }, login) };
}
