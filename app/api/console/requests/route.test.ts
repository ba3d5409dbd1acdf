import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { z } from "zod";
import { CALLS_LOOKED_AT, type getRequestOperation } from "#lib/request-log/contract.ts";
import { flushRequestLog } from "#lib/request-log/record.ts";
import { pool } from "#lib/storage/database.ts";
import { type Answer, createApiClient, paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

type LoggedRequestJson = z.input<typeof getRequestOperation.response>;

const service = setUpTestService({ TRUSTED_PROXIES: "1" });
const member = setUpMember({ role: "viewer" });
const call = createConsoleClient(service, member);
const api = setUpApi(service, { member });
let paymentId: string;
/** Each with its request id, in the order of arrival. */
const answers: Record<string, Answer> = {};
setUp(async () => {
  const narrow = createApiClient(
    service,
    await createTestKey({ organizationId: member.organizationId, scopes: ["payments:read"] }),
  );
  const headers = { "X-Forwarded-For": "203.0.113.9" };
  const body = paymentBody();
  answers.paid = await api.post("/payments/gateway_one/create", { body, headers });
  paymentId = answers.paid.body.data.paymentId;
  answers.read = await narrow.get(`/payments/gateway_one/${paymentId}`, { headers });
  const declined = paymentBody({ paymentMethod: "pm_card_chargeDeclined" });
  answers.declined = await api.post("/payments/gateway_one/create", { body: declined, headers });
  answers.unknown = await api.get("/receipts/usr_unknown", {
    headers: { "X-Forwarded-For": "me" },
  });
  answers.forbidden = await narrow.post("/keys/grant-access", { body: {}, headers });
  await createApiClient(service, await createTestKey()).get("/receipts/usr_of_another");
  await createApiClient(
    service,
    await createTestKey({ organizationId: member.organizationId, environment: "staging" }),
  ).get("/receipts/usr_of_staging");
  await flushRequestLog();
});

const idOf = (name: string) => answers[name]?.headers.get("x-request-id") ?? assert.fail(name);
const nameOf = (id: string) => Object.keys(answers).find((name) => idOf(name) === id);

async function list(query: Record<string, string> = {}, client = call) {
  await flushRequestLog();
  const { status, body } = await client("GET", `/requests?${new URLSearchParams(query)}`);
  assert.equal(status, 200, JSON.stringify(body));
  const requests: LoggedRequestJson[] = body.data.requests;
  const names = requests.map(({ requestId }) => nameOf(requestId));
  const { nextCursor, latest }: { nextCursor: string | null; latest: string } = body.data;
  return { requests, names, nextCursor, latest };
}

const all = ["forbidden", "unknown", "declined", "read", "paid"];

test("200: the calls of the organization in the environment, newest first", async () => {
  const { requests, names, nextCursor } = await list();
  assert.deepEqual(names, all);
  assert.equal(nextCursor, null);
  const [forbidden, unknown, declined, read, paid] = requests;
  const { at, durationMs, apiKeyId, ...rest } = paid ?? assert.fail();
  assert.deepEqual(rest, {
    requestId: idOf("paid"),
    source: "api",
    method: "POST",
    route: "/api/v1/payments/{gateway}/create",
    status: 201,
    errorCode: null,
    keyHint: `ssk_dev_…${api.key.slice(-4)}`,
    memberId: null,
    address: "203.0.113.9",
    paymentId,
  });
  assert.match(apiKeyId ?? "", /^ak_/);
  assert.ok(durationMs > 0 && durationMs < 60_000);
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);

  assert.equal(read?.paymentId, paymentId);
  assert.equal(read?.route, "/api/v1/payments/{gateway}/{paymentId}");
  assert.deepEqual([declined?.status, declined?.errorCode], [402, "payment_declined"]);
  // The answer does not name it; the log does, for whoever wants to know what was declined.
  const { rows } = await pool().query("SELECT id FROM payment WHERE status = 'failed'");
  assert.equal(declined?.paymentId, rows[0].id);
  assert.deepEqual([unknown?.status, unknown?.errorCode], [404, "not_found"]);
  assert.equal(unknown?.address, null, "what is no address is not kept");
  assert.deepEqual([forbidden?.status, forbidden?.errorCode], [403, "forbidden"]);
});

describe("filters", () => {
  const rows: [Record<string, string>, string[]][] = [
    [{ method: "get" }, ["unknown", "read"]],
    [{ route: "/api/v1/payments/{gateway}/create" }, ["declined", "paid"]],
    [{ route: "/api/v1/payments" }, []],
    [{ status: "2xx" }, ["read", "paid"]],
    [{ status: "4xx" }, ["forbidden", "unknown", "declined"]],
    [{ status: "5xx" }, []],
    [{ status: "404" }, ["unknown"]],
    [{ errorCode: "payment_declined" }, ["declined"]],
    [{ status: "2xx", method: "POST" }, ["paid"]],
    [{ apiKeyId: "ak_unknown" }, []],
    [{ from: "2020-01-01T00:00:00Z" }, all],
    [{ to: "2020-01-01T00:00:00Z" }, []],
  ];
  for (const [query, expected] of rows) {
    test(new URLSearchParams(query).toString(), async () => {
      assert.deepEqual((await list(query)).names, expected);
    });
  }

  test("by key, payment and time", async () => {
    const { requests } = await list();
    const byKey = await list({ apiKeyId: requests.at(-1)?.apiKeyId ?? "" });
    assert.deepEqual(byKey.names, ["unknown", "declined", "paid"]);
    assert.deepEqual((await list({ paymentId })).names, ["read", "paid"]);
    const at = requests.find(({ requestId }) => requestId === idOf("declined"))?.at ?? "";
    const from = await list({ from: at });
    const to = await list({ to: at });
    assert.deepEqual([...from.names, ...to.names], all);
  });
});

for (const limit of [1, 2, 4, 5]) {
  test(`pages of ${limit} hold every call once`, async () => {
    const pages = [await list({ limit: String(limit) })];
    for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) {
      pages.push(await list({ limit: String(limit), cursor }));
    }
    assert.equal(pages.length, Math.ceil(5 / limit));
    assert.deepEqual(
      pages.flatMap(({ names }) => names),
      all,
    );
  });
}

test("what the pages of the console ask for is told apart, and the log's own reading is in none", async () => {
  assert.equal((await call("GET", "/gateways")).status, 200);
  const refused = await call("PUT", "/gateways/gateway_one", { body: {} });
  assertError(refused, { status: 403, code: "forbidden" });
  assert.deepEqual((await list()).names, all);
  const { requests } = await list({ source: "console" });
  assert.deepEqual(
    requests.map(({ method, route, status, memberId }) => [method, route, status, memberId]),
    [
      ["PUT", "/api/console/gateways/{gateway}", 403, member.memberId],
      ["GET", "/api/console/gateways", 200, member.memberId],
    ],
  );
});

test("a call of the API with a session is one of the API, and names the member", async () => {
  const developer = await createTestMember();
  const theirs = createConsoleClient(service, developer);
  const { status } = await fetch(`${service.url}/api/v1/receipts/usr_1`, {
    headers: { Cookie: developer.cookie, "X-Environment": "development" },
  });
  assert.equal(status, 404);
  const { requests } = await list({}, theirs);
  assert.deepEqual(
    requests.map(({ route, apiKeyId, keyHint, memberId }) => [route, apiKeyId, keyHint, memberId]),
    [["/api/v1/receipts/{userId}", null, null, developer.memberId]],
  );
});

test("another organization or environment has a log of its own", async () => {
  const staging = await list({}, createConsoleClient(service, member, "staging"));
  assert.equal(staging.requests.length, 1);
  assert.equal(staging.requests[0]?.route, "/api/v1/receipts/{userId}");
  const stranger = createConsoleClient(service, await createTestMember());
  const { requests, latest } = await list({}, stranger);
  assert.deepEqual(requests, []);
  const news = await list({ after: Buffer.from("0").toString("base64url") }, stranger);
  assert.deepEqual([news.requests, news.latest], [[], latest]);
});

test("a page examines so many calls, and leads to older ones that match", async () => {
  const other = await createTestMember();
  const theirs = createConsoleClient(service, other);
  await pool().query(
    `INSERT INTO request_log (request_id, organization_id, environment, source, at, method, route,
                              status, error_code, duration_ms)
     SELECT 'req_' || lpad(to_hex(n), 32, '0'), $1, 'development', 'api', now(),
            CASE n WHEN 0 THEN 'PUT' ELSE 'GET' END, '/', CASE n WHEN 0 THEN 404 ELSE 200 END,
            CASE n WHEN 0 THEN 'not_found' END, 1
     FROM generate_series(0, $2::int) n`,
    [other.organizationId, CALLS_LOOKED_AT],
  );
  const page = await list({ method: "PUT" }, theirs);
  assert.deepEqual(page.requests, []);
  const older = await list({ method: "PUT", cursor: page.nextCursor ?? assert.fail() }, theirs);
  assert.equal(older.requests[0]?.method, "PUT");
  assert.equal(older.nextCursor, null);
  // However old: only failed calls are examined.
  for (const query of [{ status: "4xx" }, { errorCode: "not_found" }]) {
    const failed = await list(query, theirs);
    assert.equal(failed.requests[0]?.method, "PUT");
    assert.equal(failed.nextCursor, null);
  }
});

describe("400", () => {
  const rows: [Record<string, string>, RegExp][] = [
    [{ limit: "0" }, /^limit: /],
    [{ limit: "101" }, /^limit: /],
    [{ cursor: "nonsense" }, /^cursor: /],
    [{ cursor: Buffer.from("pay_1").toString("base64url") }, /^cursor: /],
    [{ after: "nonsense" }, /^after: /],
    [{ after: Buffer.from("-1").toString("base64url") }, /^after: /],
    [{ after: "MA", cursor: "MA" }, /^after: cannot be combined with cursor$/],
    [{ status: "6xx" }, /^status: /],
    [{ status: "20" }, /^status: /],
    [{ errorCode: "none" }, /^errorCode: /],
    [{ source: "all" }, /^source: /],
    [{ from: "yesterday" }, /^from: /],
  ];
  for (const [query, details] of rows) {
    test(new URLSearchParams(query).toString(), async () => {
      const answer = await call("GET", `/requests?${new URLSearchParams(query)}`);
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }
});
