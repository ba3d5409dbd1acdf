import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { createId } from "#lib/core/ids.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { insertRequests, type RequestRow } from "#lib/request-log/store.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService();
const member = setUpMember();
const call = createConsoleClient(service, member);

async function list(query: Record<string, string>) {
  const { status, body } = await call("GET", `/requests?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  const ids: string[] = body.data.requests.map((row: { requestId: string }) => row.requestId);
  return { ids, latest: String(body.data.latest), nextCursor: body.data.nextCursor };
}

const row = (fields: Partial<RequestRow> = {}): RequestRow => ({
  requestId: createId("request"),
  organizationId: member.organizationId,
  environment: "development",
  source: "api",
  at: new Date(),
  method: "GET",
  route: "/api/v1/receipts/{userId}",
  status: 200,
  errorCode: null,
  durationMs: 1.5,
  apiKeyId: null,
  memberId: null,
  address: null,
  paymentId: null,
  ...fields,
});

test("each call is told once, by and by", async () => {
  const { organizationId } = member;
  const api = createApiClient(service, await createTestKey({ organizationId }));
  const knock = async () => {
    const { headers } = await api.get("/receipts/usr_1");
    await flushRequestLog();
    return headers.get("x-request-id");
  };
  const known = await knock();
  const page = await list({});
  assert.deepEqual(page.ids, [known]);
  assert.deepEqual(await list({ after: page.latest }), { ...page, ids: [] });

  const next = [await knock(), await knock()];
  const news = await list({ after: page.latest });
  assert.deepEqual(news.ids, next.toReversed());
  assert.equal(news.nextCursor, null);
  assert.deepEqual((await list({ after: news.latest })).ids, []);
});

test("a call that took long is news, though it arrived before what was told already", async () => {
  const [early, late] = [row(), row()];
  await insertRequests([late]);
  const { ids, latest } = await list({});
  assert.equal(ids[0], late.requestId);
  await insertRequests([early]);
  assert.deepEqual((await list({ after: latest })).ids, [early.requestId]);
});

test("more news than fit come the next time, and a filter leaves none out", async () => {
  const { latest } = await list({});
  const rows = Array.from({ length: 25 }, (_, n) => row({ status: n % 3 === 0 ? 500 : 200 }));
  await insertRequests(rows);
  for (const status of ["5xx", "2xx"]) {
    const told: string[] = [];
    let after = latest;
    for (let polls = 0; polls < 20; polls += 1) {
      const news = await list({ after, limit: "4", status });
      told.push(...news.ids.toReversed());
      after = news.latest;
    }
    const expected = rows.filter((each) => each.status === (status === "5xx" ? 500 : 200));
    assert.deepEqual(
      told,
      expected.map(({ requestId }) => requestId),
    );
  }
});

test("a batch that is still being written hides none behind the ones that follow it", async () => {
  const { latest } = await list({});
  const first = row();
  const slow = new pg.Client({ connectionString: service.databaseUrl });
  await slow.connect();
  await slow.query("BEGIN");
  // As the service writes it, by a process that is slow to commit.
  await slow.query("SELECT pg_advisory_xact_lock(hashtextextended('sealslip request log', 0))");
  await slow.query(
    `INSERT INTO request_log (request_id, organization_id, environment, source, at, method, route,
       status, duration_ms)
     VALUES ($1, $2, 'development', 'api', now(), 'GET', '/', 200, 1)`,
    [first.requestId, member.organizationId],
  );
  const second = row();
  const written = insertRequests([second]);
  await until(async () => {
    const { rows } = await slow.query("SELECT FROM pg_locks WHERE NOT granted");
    return rows.length > 0;
  });
  const before = await list({ after: latest });
  assert.deepEqual(before.ids, []);
  await slow.query("COMMIT");
  await slow.end();
  await written;
  const { ids } = await list({ after: before.latest });
  assert.deepEqual(ids, [second.requestId, first.requestId]);
});

test("a row that is written twice stays one", async () => {
  const twice = row();
  await insertRequests([twice]);
  await insertRequests([twice, row()]);
  const { ids } = await list({});
  assert.equal(ids.filter((id) => id === twice.requestId).length, 1);
});
