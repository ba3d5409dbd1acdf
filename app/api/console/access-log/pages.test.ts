import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { grant, registerCardholder, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { setUpMember } from "#lib/testing/console-client.ts";
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
