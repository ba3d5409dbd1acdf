import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  type ApiClient,
  createApiClient,
  grant,
  registerCardholder,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
} from "#lib/testing/console-client.ts";
import { readAccessLog } from "#lib/testing/read-access-log.ts";
import { createTestKey, startTestService, type TestService } from "#lib/testing/test-service.ts";

let service: TestService;
let api: ApiClient;
let call: ConsoleClient;
let holder: TestCardholder;
before(async () => {
  service = await startTestService();
  const member = await createTestMember();
  call = createConsoleClient(service, member);
  api = createApiClient(service, await createTestKey({ organizationId: member.organizationId }));
  holder = await registerCardholder(api);
  const other = await registerCardholder(api);
  for (const whose of [holder, other, holder, holder]) await grant(api, whose);
});
after(() => service.close());

async function readPages(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await readAccessLog(call, { ...query, ...(cursor ? { cursor } : {}) });
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
        const { entries } = await readAccessLog(call, query);
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
