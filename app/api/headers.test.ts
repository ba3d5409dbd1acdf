import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { connectDatabase } from "#lib/storage/connect-database.ts";
import { closeDatabase } from "#lib/storage/database.ts";
import { type Answer, paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { sendRaw } from "#lib/testing/raw-request.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const LIMIT = 1000;
const limits = { tiers: { enterprise: { writes: LIMIT }, free: { reads: 1 } } };

const service = setUpTestService({ RATE_LIMITS: JSON.stringify(limits) });
const api = setUpApi(service);

function assertEveryHeader({ headers }: { headers: Headers }): void {
  assert.match(headers.get("x-request-id") ?? "", /^req_\w{16,}$/);
  assert.match(headers.get("content-type") ?? "", /^application\/json\b/);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.match(headers.get("content-security-policy") ?? "", /default-src 'none'/);
  assert.equal(headers.get("x-powered-by"), null);
  assert.equal(headers.get("server"), null);

  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => {
    const text = headers.get(`x-ratelimit-${name}`) ?? "";
    assert.match(text, /^\d+$/, name);
    return Number(text);
  });
  assert.ok(limit !== undefined && remaining !== undefined && reset !== undefined);
  assert.ok(limit >= 1 && remaining >= 0 && remaining <= limit);
  const now = Date.now() / 1000;
  assert.ok(reset > now - 1 && reset <= now + 62, `reset ${reset} at ${now}`);
}

const create = (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  api.post("/payments/gateway_one/create", { body: paymentBody(fields), headers });

const register = (publicKey: string, keyId = "key-1") =>
  api.post("/onboarding/register", { body: { hashedPan: "ab".repeat(32), publicKey, keyId } });

const reads = async (scopes: Parameters<typeof createTestKey>[0]) =>
  api.get("/receipts/usr_1", { key: await createTestKey(scopes) });

const failures: [number, Parameters<typeof assertError>[1]["code"], () => Promise<Answer>][] = [
  [400, "invalid_request", () => create({ amount: -1 })],
  [400, "invalid_request", () => sendRaw(service, { method: "GET", target: "/api/x/../health" })],
  [401, "unauthorized", () => api.get("/receipts/usr_1", { key: "nonsense" })],
  [402, "payment_declined", () => create({ paymentMethod: "pm_card_chargeDeclined" })],
  [403, "forbidden", () => reads({ scopes: ["keys:grant"] })],
  [404, "not_found", () => api.get("/receipts/usr_unknown")],
  [404, "not_found", () => api.get("/no/such/route")],
  [405, "method_not_allowed", () => api.get("/payments/decrypt")],
  [413, "payload_too_large", () => create({ note: "x".repeat(256 * 1024) })],
  [415, "unsupported_media_type", () => create({}, { "Content-Type": "text/plain" })],
  [503, "service_unavailable", () => create({ paymentMethod: "sandbox_error" })],
];

describe("every header is there on", () => {
  test("200", async () => {
    const answer = await api.post("/onboarding/generate-keys");
    assert.equal(answer.status, 200);
    assertEveryHeader(answer);
  });

  test("200 of a replay, and 201", async () => {
    const body = paymentBody();
    for (const status of [201, 200]) {
      const answer = await api.post("/payments/gateway_one/create", { body });
      assert.equal(answer.status, status);
      assertEveryHeader(answer);
    }
  });

  for (const [status, code, call] of failures) {
    test(`${status} ${code}`, async () => {
      const answer = await call();
      assertError(answer, { status, code });
      assertEveryHeader(answer);
    });
  }

  test("401, which says what is asked for", async () => {
    const { headers } = await api.get("/receipts/usr_1", { key: "" });
    assert.match(headers.get("www-authenticate") ?? "", /^ApiKey realm="/);
  });

  test("409 conflict", async () => {
    const pairs = [1, 2].map(() => api.post("/onboarding/generate-keys"));
    const [first, second] = (await Promise.all(pairs)).map(({ body }) => body.data.publicKey);
    assert.equal((await register(first)).status, 201);
    const answer = await register(second);
    assertError(answer, { status: 409, code: "conflict" });
    assertEveryHeader(answer);
  });

  test("429 rate_limit_exceeded", async () => {
    const key = await createTestKey({ tier: "free" });
    await api.get("/receipts/usr_1", { key });
    const answer = await api.get("/receipts/usr_1", { key });
    assertError(answer, { status: 429, code: "rate_limit_exceeded" });
    assertEveryHeader(answer);
    assert.match(answer.headers.get("retry-after") ?? "", /^[1-9]\d?$/);
  });

  test("500 internal_server_error, which does not tell its cause", async () => {
    await asOwner(service.databaseUrl, "ALTER TABLE cardholder RENAME TO away");
    const answer = await api
      .get("/receipts/usr_1")
      .finally(() => asOwner(service.databaseUrl, "ALTER TABLE away RENAME TO cardholder"));
    assertError(answer, { status: 500, code: "internal_server_error", details: /^$/ });
    assertEveryHeader(answer);
    assert.doesNotMatch(JSON.stringify(answer.body), /cardholder|relation|SELECT/i);
    const logged = service.logLines.filter((line) => line.includes(answer.body.error.request_id));
    assert.ok(logged.some((line) => line.includes("cardholder")));
  });

  test("503 while the database is away", async () => {
    await closeDatabase();
    connectDatabase("postgresql://nobody@127.0.0.1:1/nothing");
    const answer = await api.get("/receipts/usr_1");
    const ready = await api.get("/../ready");
    await closeDatabase();
    connectDatabase(service.databaseUrl);

    for (const each of [answer, ready]) {
      assertError(each, { status: 503, code: "service_unavailable" });
      assertEveryHeader(each);
      assert.match(each.headers.get("retry-after") ?? "", /^\d+$/);
      assert.doesNotMatch(JSON.stringify(each.body), /127\.0\.0\.1|ECONN|nobody/);
    }
    assert.equal((await api.get("/receipts/usr_1")).status, 404);
  });
});

describe("405", () => {
  const wrong: [string, string, string[]][] = [
    ["GET", "/onboarding/generate-keys", ["POST"]],
    ["DELETE", "/payments/gateway_one/create", ["POST"]],
    ["PUT", "/receipts/usr_1", ["GET", "HEAD"]],
    ["PATCH", "/openapi.json", ["GET", "HEAD"]],
  ];
  for (const [method, path, allowed] of wrong) {
    test(`${method} ${path} says what is allowed`, async () => {
      // Nobody is asked for a key before the route is known to answer at all.
      const response = await fetch(`${service.url}/api/v1${path}`, { method });
      assert.equal(response.status, 405);
      assertEveryHeader(response);
      const allow = response.headers.get("allow")?.split(/, */).sort();
      assert.deepEqual(allow, allowed.toSorted());
    });
  }

  test("an unknown route is 404 for any method and without a key", async () => {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await fetch(`${service.url}/api/v1/nowhere`, { method });
      assert.equal(response.status, 404);
      assertEveryHeader(response);
    }
  });
});

test("a request id is the service's own, never the client's, and in every log line", async () => {
  const sent = "req_mine000000000000000000";
  const answers = await Promise.all(
    [1, 2].map(() => api.get("/receipts/usr_1", { headers: { "X-Request-Id": sent } })),
  );
  const ids = answers.map(({ headers }) => headers.get("x-request-id") ?? "");
  assert.equal(new Set([...ids, sent]).size, 3);
  for (const id of ids) {
    assert.ok(service.logLines.some((line) => JSON.parse(line).request_id === id));
  }
});

test("public documents and health checks carry them too", async () => {
  for (const path of ["/api/v1/openapi.json", "/api/health", "/api/ready"]) {
    const response = await fetch(`${service.url}${path}`);
    assert.equal(response.status, 200, path);
    assertEveryHeader(response);
  }
});

test("HEAD has the headers of GET and no body", async () => {
  const response = await fetch(`${service.url}/api/health`, { method: "HEAD" });
  assert.equal(response.status, 200);
  assertEveryHeader(response);
  assert.equal(await response.text(), "");
});
