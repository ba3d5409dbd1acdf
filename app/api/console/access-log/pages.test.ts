import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { GRANTS_LOOKED_AT } from "#lib/receipts/contract-access.ts";
import { pool } from "#lib/storage/database.ts";
import { grant, registerCardholder, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const member = setUpMember();
const call = callerFor(service, member);
const api = setUpApi(service, { member });
const holder = setUpCardholder(api);
const other = setUpCardholder(api);
setUp(async () => {
  for (const whose of [holder, other, holder, holder]) await grant(api, whose);
});

async function readPages(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await call("GET /api/console/access-log", {
      query: { ...query, ...(cursor ? { cursor } : {}) },
    });
    assert.ok(page.entries.length <= Number(query.limit));
    ids.push(...page.entries.map(({ grantId }) => grantId));
    cursor = page.nextCursor;
  } while (cursor);
  return ids;
}

describe("pages hold each grant once, in the order of the whole", () => {
  for (const limit of ["1", "2", "4"]) {
    for (const [whose, count] of [
      ["everybody's", 4],
      ["one cardholder's", 3],
    ] as const) {
      test(`${limit} at a time, ${whose}`, async () => {
        const query = count === 3 ? { userId: holder.userId } : {};
        const { entries } = await call("GET /api/console/access-log", { query });
        assert.equal(entries.length, count);
        assert.deepEqual(
          await readPages({ ...query, limit }),
          entries.map(({ grantId }) => grantId),
        );
      });
    }
  }

  test("also those of one millisecond", async () => {
    const crowded = await registerCardholder(api);
    for (let count = 0; count < 7; count += 1) await grant(api, crowded);
    await pool().query(
      "UPDATE access_token SET created_at = date_trunc('day', now()) WHERE cardholder_id = $1",
      [crowded.userId],
    );
    const ids = await readPages({ userId: crowded.userId, limit: "2" });
    assert.deepEqual([ids.length, new Set(ids).size], [7, 7]);
  });
});

test("a page of an outcome examines so many grants, and leads to older ones that match", async () => {
  const issuer = await createTestMember();
  // Ten in each millisecond but the first. The two oldest are expired, and the second of them shares the
  // millisecond in which a page ends.
  await pool().query(
    `INSERT INTO access_token (hash, environment, organization_id, cardholder_id, created_at, expires_at,
                               used_at)
     SELECT sha256(($1 || n)::bytea), 'development', $1, 'usr', at, at, CASE WHEN n > 1 THEN at END
     FROM generate_series(0, $2::int + 1) n,
          LATERAL (SELECT now() - interval '1 hour' + (n + 9) / 10 * interval '1 ms' AS at) t`,
    [issuer.organizationId, GRANTS_LOOKED_AT],
  );
  const list = (query: { cursor?: string }) =>
    callerFor(service, issuer)("GET /api/console/access-log", {
      query: { outcome: "expired", ...query },
    });
  const page = await list({});
  assert.equal(page.entries.length, 1);
  const older = await list({ cursor: page.nextCursor ?? assert.fail() });
  assert.equal(older.entries.length, 1);
  assert.notEqual(older.entries[0]?.grantId, page.entries[0]?.grantId);
  assert.equal(older.nextCursor, null);
});
