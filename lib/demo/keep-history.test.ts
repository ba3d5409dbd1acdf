import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { publishEvents } from "#lib/events/publish.ts";
import { sumHours } from "#lib/payments/sum-hours.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { pool } from "#lib/storage/database.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { describeEvents } from "#lib/webhooks/describe-event.ts";
import { seedDemo } from "#prisma/seed.ts";
import { keepHistory } from "./keep-history.ts";

setUpTestService({ DEMO: "1" });

setUp(async () => {
  await seedDemo({ baseUrl: "http://localhost:3000" });
  // As the job that sums may have come first.
  await sumHours();
  const t = performance.now();
  await keepHistory();
  console.log("history ms", performance.now() - t);
  await sumHours();
  while ((await publishEvents(describeEvents)) > 0);
  await flushRequestLog();
});

const count = async (what: string, values: unknown[] = []): Promise<number> =>
  Number((await pool().query(`SELECT count(*) FROM ${what}`, values)).rows[0].count);

test("x", async () => {
  for (const q of [
    "SELECT status, receipt_status, refund_of IS NOT NULL r, count(*) FROM payment GROUP BY 1,2,3",
    "SELECT currency, count(*) FROM payment GROUP BY 1",
    "SELECT kind, count(*), min(at), max(at) FROM payment_event GROUP BY 1",
    "SELECT type, count(*), min(created_at), max(created_at) FROM event GROUP BY 1",
    "SELECT count(*), count(used_at), count(previous_at) FROM access_token",
    "SELECT count(*) FROM event_outbox",
    "SELECT count(*) FROM pending_payment",
    "SELECT count(*) FROM demo_step",
    "SELECT count(*) FROM cardholder",
    "SELECT status, route, count(*) FROM request_log GROUP BY 1,2",
    "SELECT sum(payments) p, sum(approved) a, sum(sealed) s, sum(escrowed) e, sum(opened) o, sum(held) h, sum(grants_used) g, sum(grants_expired) x, count(*) c FROM payment_sum",
  ])
    console.log((await pool().query(q)).rows);
});
