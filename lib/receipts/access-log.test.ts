import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCESS_LOG_DAYS } from "#lib/core/retention.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { pruneAccessLog } from "./access-log.ts";

setUpTestService();

async function fill(organizationId: string, daysAgo: number, count: number): Promise<void> {
  await pool().query(
    `INSERT INTO access_token (hash, environment, organization_id, cardholder_id, created_at,
                               expires_at)
     SELECT sha256(($1 || n)::bytea), 'development', $1, 'usr', at, at + interval '150 seconds'
     FROM generate_series(1, $3::int) AS n, (SELECT now() - $2 * interval '1 day' AS at) AS t`,
    [organizationId, daysAgo, count],
  );
}

test("grants are kept for 400 days, however many there are", async () => {
  assert.equal(ACCESS_LOG_DAYS, 400);
  await fill("org_old", 400.01, 12_000);
  await fill("org_kept", 399.99, 12_000);
  await pruneAccessLog();
  const { rows } = await pool().query(
    "SELECT organization_id AS id, count(*) FROM access_token GROUP BY 1",
  );
  assert.deepEqual(rows, [{ id: "org_kept", count: 12_000 }]);
});

test("pruning waits for nobody: a grant that is locked stays until the next time", async () => {
  await fill("org_locked", 400.01, 3);
  const where = "organization_id = 'org_locked'";
  const countLeft = async () =>
    (await pool().query(`SELECT FROM access_token WHERE ${where}`)).rowCount;
  await inTransaction(async (transaction) => {
    await transaction.query(`SELECT FROM access_token WHERE ${where} LIMIT 1 FOR UPDATE`);
    await pruneAccessLog();
  });
  assert.equal(await countLeft(), 1);
  await pruneAccessLog();
  assert.equal(await countLeft(), 0);
});
