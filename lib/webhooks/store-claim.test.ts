import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { explainQuery } from "#lib/testing/explain-query.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { candidatesStatement, claimableStatement, leaseStatement } from "./store-claim.ts";
import { dueStatement, statusesStatement } from "./store-due.ts";

setUpTestService();

const ENDPOINTS = 3_000;
const tenant = { organizationId: "org_7", environment: "development" } as const;

/** Idle endpoints of as many organizations, a log of which they have seen all, and many deliveries. */
async function fill(): Promise<void> {
  const statements = [
    `INSERT INTO organization (id, name, kind, tier)
     SELECT 'org_' || n, 'Test', 'platform', 'free' FROM generate_series(1, ${ENDPOINTS}) AS n`,
    `INSERT INTO event (organization_id, environment, position, id, type, created_at, subject, data)
     SELECT 'org_' || (1 + n % ${ENDPOINTS}), 'development', n, 'evt_' || n, 'payment.succeeded', now(), 'pay_' || n, '{}'
     FROM generate_series(1, 100000) AS n`,
    `INSERT INTO webhook_endpoint (id, organization_id, environment, url, secret, position)
     SELECT 'whe_' || lpad(n::text, 6, '0'), 'org_' || n, 'development', 'https://example.com', '', 100000
     FROM generate_series(1, ${ENDPOINTS}) AS n`,
    `INSERT INTO webhook_delivery (id, endpoint_id, event_id, type, status, attempts, due_at, created_at, log)
     SELECT 'whd_' || n, 'whe_' || lpad((1 + n % 50)::text, 6, '0'), 'evt_' || n, 'payment.succeeded',
            CASE WHEN n % 20 = 0 THEN 'waiting' ELSE 'delivered' END::webhook_delivery_status, 1,
            CASE WHEN n % 20 = 0 THEN now() + interval '1 hour' END, now(), '[]'
     FROM generate_series(1, 100000) AS n`,
  ];
  for (const statement of statements) await pool().query(statement);
}

const ids = Array.from(
  { length: 1_000 },
  (_, number) => `whe_${String(number + 1).padStart(6, "0")}`,
);

for (const isAnalyzed of [false, true]) {
  describe(isAnalyzed ? "once analyzed" : "never analyzed", () => {
    before(async () => {
      if (isAnalyzed) await pool().query("ANALYZE");
      else await fill();
    });

    test("a look at the endpoints reads those of the tenant and the next thousand", async () => {
      const page = { cursor: "whe_001000", limit: 1_000 };
      const { plan, buffers } = await explainQuery(candidatesStatement([tenant], page));
      assert.ok(buffers < 200, `${buffers} buffers\n${plan}`);
    });

    test("a thousand idle endpoints are not leased, for some pages each", async () => {
      for (const statement of [claimableStatement(ids), leaseStatement(ids, "prc_1")]) {
        const { plan, buffers } = await explainQuery(statement);
        assert.doesNotMatch(plan, /Seq Scan on (event|webhook_delivery)/);
        assert.ok(buffers < 15 * ids.length, `${buffers} buffers\n${plan}`);
      }
    });

    test("what is due is found by its time, not among all deliveries", async () => {
      const { plan, buffers } = await explainQuery(dueStatement("whe_000021", 32, []));
      assert.match(plan, /webhook_delivery_due_idx/);
      assert.ok(buffers < 50, `${buffers} buffers\n${plan}`);
    });

    test("what was sent before is found by the events", async () => {
      const events = Array.from({ length: 64 }, (_, number) => `evt_${number * 50}`);
      const { plan, buffers } = await explainQuery(statusesStatement("whe_000001", events));
      assert.doesNotMatch(plan, /Seq Scan/);
      assert.ok(buffers < 5 * events.length, `${buffers} buffers\n${plan}`);
    });
  });
}
