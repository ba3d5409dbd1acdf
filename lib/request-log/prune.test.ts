import assert from "node:assert/strict";
import { test } from "node:test";
import { REQUEST_LOG_DAYS } from "#lib/core/retention.ts";
import { pool } from "#lib/storage/database.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { pruneRequestLog } from "./record.ts";

setUpTestService();

/** Rows of one organization, each a millisecond after the other from `daysAgo` on. */
async function fill(organizationId: string, daysAgo: number, count: number): Promise<void> {
  const start = Date.now() - daysAgo * 24 * 60 * 60 * 1000;
  await pool().query(
    `INSERT INTO request_log (request_id, organization_id, environment, source, at, method, route,
       status, duration_ms)
     SELECT 'req_' || lpad(to_hex($2::bigint + n), 12, '0') || substr(md5(n::text), 1, 20), $1,
            'development', 'api', to_timestamp(($2::bigint + n) / 1000.0), 'GET', '/', 200, 1
     FROM generate_series(1, $3::int) AS n`,
    [organizationId, Math.round(start), count],
  );
}

test("calls are kept for 30 days, however many there are", async () => {
  assert.equal(REQUEST_LOG_DAYS, 30);
  await fill("org_old", 30.01, 12_000);
  await fill("org_kept", 29.99, 12_000);
  await pruneRequestLog();
  const { rows } = await pool().query(
    "SELECT organization_id AS id, count(*) FROM request_log GROUP BY 1",
  );
  assert.deepEqual(rows, [{ id: "org_kept", count: 12_000 }]);
});
