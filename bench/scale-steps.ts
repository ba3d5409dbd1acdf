import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { runLoad } from "./load.ts";
import { operations, type Prepared } from "./operations.ts";

const OVERDUE = 20_000;
const OLD_REQUESTS = 100_000;
const POLL_MS = 50;
const MAX_SECONDS = 300;
const REST_SECONDS = 5;
const CONNECTIONS = 4;

export type StepCost = {
  name: string;
  seconds: number;
  createP50Ms: number;
  createHighestMs: number;
};

/** The duration of work on many rows, and the waits of payments that are created meanwhile. */
export async function measureSteps(
  prepared: Prepared,
  { client, organizationId, holder }: { client: pg.Client; organizationId: string; holder: string },
): Promise<StepCost[]> {
  const { service } = prepared;
  const runJob = (name: string) =>
    client.query("SELECT graphile_worker.add_job($1, '{}'::json)", [name]);
  const count = async (text: string) => (await client.query(text, [organizationId])).rows[0].count;
  const untilNone = async (text: string) => {
    while (Number(await count(text)) > 0) await delay(POLL_MS);
  };

  const costs = [await beside(prepared, "nothing", () => delay(REST_SECONDS * 1000))];

  await client.query(
    `UPDATE payment SET escrowed_at = escrowed_at - interval '400 days' WHERE (environment, card_index, id) IN (
       SELECT environment, card_index, id FROM payment
       WHERE organization_id = $1 AND receipt_status = 'escrowed' ORDER BY id LIMIT ${OVERDUE})`,
    [organizationId],
  );
  costs.push(
    await beside(prepared, `the end of escrow for ${OVERDUE} receipts`, async () => {
      await runJob("expire-escrow");
      await untilNone(`SELECT count(*) FROM payment WHERE organization_id = $1
        AND receipt_status = 'escrowed' AND escrowed_at < now() - interval '200 days'`);
    }),
  );

  const { rows } = await client.query(
    "SELECT count(*) FROM payment WHERE cardholder_id = $1 AND receipt_status = 'sealed'",
    [holder],
  );
  costs.push(
    await beside(prepared, `the erasure of ${rows[0].count} receipts`, async () => {
      const [url] = service.urls;
      const response = await fetch(`${url}/api/v1/users/${holder}`, {
        method: "DELETE",
        headers: { "x-api-key": service.apiKey },
      });
      if (!response.ok) throw new Error(`erasure: ${response.status} ${await response.text()}`);
    }),
  );

  await client.query(
    `INSERT INTO request_log (request_id, organization_id, environment, source, at, method, route,
                              status, duration_ms)
     SELECT 'req_0' || lpad(n::text, 31, '0'), $1, 'development', 'api', now(), 'GET', '/', 200, 1
     FROM generate_series(1, ${OLD_REQUESTS}) n`,
    [organizationId],
  );
  costs.push(
    await beside(prepared, `the pruning of ${OLD_REQUESTS} calls`, async () => {
      await runJob("prune-request-log");
      await untilNone(
        "SELECT count(*) FROM request_log WHERE organization_id = $1 AND request_id < 'req_00001'",
      );
    }),
  );
  return costs;
}

async function beside(
  prepared: Prepared,
  name: string,
  work: () => Promise<unknown>,
): Promise<StepCost> {
  const next = await operations.create.prepare(prepared);
  let isDone = false;
  const load = runLoad({
    urls: prepared.service.urls.map((url) => new URL(url)),
    headers: { "X-API-Key": prepared.service.apiKey },
    next: () => (isDone ? undefined : next()),
    connections: CONNECTIONS,
    seconds: MAX_SECONDS,
  });
  const start = performance.now();
  await work().finally(() => {
    isDone = true;
  });
  const seconds = (performance.now() - start) / 1000;
  const { percentile, refused } = await load;
  if (refused > 0) throw new Error(`${refused} payments were refused beside ${name}`);
  return { name, seconds, createP50Ms: percentile(50), createHighestMs: percentile(100) };
}
