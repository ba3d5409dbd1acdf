import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, test } from "node:test";
import { logOtherRefusals, setLoadShedder } from "#lib/http/admit-call.ts";
import { LoadShedder } from "#lib/http/load-shedder.ts";
import { pool } from "#lib/storage/database.ts";
import { type Answer, paymentBody, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const TAKEN = 8;

const service = setUpTestService({ GATEWAY_TIMEOUT_MS: "5000" });
const api = setUpApi(service);

const create = (fields: Record<string, unknown> = {}, key = api.key) =>
  api.post("/payments/gateway_one/create", { body: paymentBody(fields), key });
const createMany = (calls: number, fields = {}) =>
  Array.from({ length: calls }, () => create(fields));
const keysOf = (tenants: number) =>
  Promise.all(Array.from({ length: tenants }, () => createTestKey()));

describe("while the database does not get on", () => {
  const held = { calls: [] as ReturnType<typeof createMany>, release: async () => {} };

  beforeEach(async () => {
    setLoadShedder(new LoadShedder({ alwaysTaken: TAKEN }));
    const connection = await pool().connect();
    await connection.query("BEGIN; LOCK TABLE payment IN ACCESS EXCLUSIVE MODE");
    held.release = async () => {
      await connection.query("ROLLBACK");
      connection.release();
    };
    held.calls = (await keysOf(TAKEN)).map((key) => create({}, key));
    await until(async () => (await api.get("/users", { key: "nonsense" })).status === 503);
  });
  afterEach(() => setLoadShedder(new LoadShedder()));

  async function release(): Promise<void> {
    await held.release();
    for (const { status } of await Promise.all(held.calls)) assert.equal(status, 201);
  }

  test("a call is refused before anything of it is looked at", async () => {
    const answer = await api.post("/payments/gateway_one/create", { key: "nonsense", body: "{" });
    await release();

    assertError(answer, {
      status: 503,
      code: "service_unavailable",
      details: /^retry in \d second/,
    });
    assert.match(answer.headers.get("retry-after") ?? "", /^[1-5]$/);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.match(answer.headers.get("x-ratelimit-limit") ?? "", /^\d+$/);
    assert.equal(answer.headers.get("connection"), "keep-alive");
    const line = service.logLines.find((text) => text.includes(answer.body.error.request_id));
    const { route, status, error_code: code } = JSON.parse(line ?? "{}");
    assert.deepEqual(
      { route, status, code },
      {
        route: "/api/v1/payments/{gateway}/create",
        status: 503,
        code: "service_unavailable",
      },
    );
  });

  test("each refusal has a line in the log, or is counted with the others of its second", async () => {
    const before = service.logLines.length;
    const newLines = () => service.logLines.slice(before).map((line) => JSON.parse(line));
    const countLines = () => newLines().filter(({ status }) => status === 503).length;
    const counted = () => newLines().filter(({ refusals }) => refusals !== undefined);
    const total = { refused: 0 };
    const refuseMany = async () => {
      const answers = await Promise.all(Array.from({ length: 400 }, () => api.get("/users")));
      total.refused += answers.filter(({ status }) => status === 503).length;
    };
    while (counted().length === 0) await refuseMany();
    // A process that ends logs them before the second is over.
    await until(async () => {
      await refuseMany();
      const before = counted().length;
      logOtherRefusals();
      return counted().length > before;
    });
    const sum = () => counted().reduce((all, { refusals }) => all + refusals, countLines());
    await until(async () => sum() === total.refused);
    await release();
    assert.ok(countLines() < total.refused);
  });

  test("health, readiness, and notifications are not refused", async () => {
    const webhook = `${service.url}/api/gateways/gateway_one/con_none/webhook`;
    const statuses = [
      (await fetch(`${service.url}/api/health`)).status,
      (await fetch(`${service.url}/api/ready`)).status,
      (await fetch(webhook, { method: "POST", body: "{}" })).status,
    ];
    await release();
    assert.deepEqual(statuses, [200, 200, 400]);
  });

  test("afterwards a refused payment is made as if it came for the first time", async () => {
    const body = paymentBody();
    const headers = { "Idempotency-Key": "refused-before" };
    const pay = () => api.post("/payments/gateway_one/create", { body, headers });
    assertError(await pay(), { status: 503, code: "service_unavailable" });
    await release();

    const paid = await pay();
    assert.equal(paid.status, 201);
    assert.equal(paid.headers.get("idempotent-replayed"), null);
    assert.equal((await pay()).headers.get("idempotent-replayed"), "true");
  });
});

test("calls that wait for a provider keep nobody out", async () => {
  const shedder = new LoadShedder({ alwaysTaken: TAKEN });
  setLoadShedder(shedder);
  const waiting: ReturnType<typeof createMany> = [];
  for (let round = 1; round <= 8; round += 1) {
    waiting.push(...createMany(TAKEN / 4, { paymentMethod: "sandbox_timeout" }));
    await until(async () => shedder.waiting === (round * TAKEN) / 4);
  }
  const paid = await create();
  assert.equal(shedder.waiting, TAKEN * 2);
  assert.equal(paid.status, 201);
  for (const { status, body } of await Promise.all(waiting)) {
    assert.equal(status, 503);
    assert.match(body.error.details, /pay_/, "the provider's timeout, not a refusal");
  }
  setLoadShedder(new LoadShedder());
});

test("calls that wait for another call's attempt at the same payment leave room for others", async () => {
  const shedder = new LoadShedder({ alwaysTaken: TAKEN });
  setLoadShedder(shedder);
  const body = paymentBody({ paymentMethod: "sandbox_timeout" });
  const waiting = [api.post("/payments/gateway_one/create", { body })];
  await until(async () => shedder.waiting === 1);
  for (let round = 1; round <= 8; round += 1) {
    for (let call = 1; call <= TAKEN / 4; call += 1) {
      waiting.push(api.post("/payments/gateway_one/create", { body }));
    }
    await until(async () => shedder.waiting === 1 + (round * TAKEN) / 4);
  }
  assert.equal((await create()).status, 201);
  for (const { status, body: answer } of await Promise.all(waiting)) {
    assert.equal(status, 503);
    assert.match(answer.error.details, /pay_/, "the provider's timeout, not a refusal");
  }
  setLoadShedder(new LoadShedder());
});

describe("the share of a tenant", () => {
  const held = { release: async () => {} };

  beforeEach(async () => {
    setLoadShedder(new LoadShedder({ alwaysTaken: TAKEN }));
    const connection = await pool().connect();
    await connection.query("BEGIN; LOCK TABLE payment IN ACCESS EXCLUSIVE MODE");
    held.release = async () => {
      await connection.query("ROLLBACK");
      connection.release();
    };
  });
  afterEach(() => setLoadShedder(new LoadShedder()));

  test("is half of the calls in progress, and others are taken meanwhile", async () => {
    const ended: Answer[] = [];
    const calls = createMany(TAKEN).map(async (call) => void ended.push(await call));
    await until(async () => ended.length === TAKEN / 2);
    const [other] = await keysOf(1);
    const paid = create({}, other);
    assert.equal((await api.get("/users", { key: "nonsense" })).status, 401);
    await held.release();

    assert.equal((await paid).status, 201);
    await Promise.all(calls);
    for (const refused of ended.slice(0, TAKEN / 2)) {
      assertError(refused, {
        status: 429,
        code: "rate_limit_exceeded",
        details: /^retry in 1 second$/,
      });
      assert.equal(refused.headers.get("retry-after"), "1");
    }
    for (const { status } of ended.slice(TAKEN / 2)) assert.equal(status, 201);
  });

  test("of the waits for one payment is bounded, and who is refused knows the payment", async () => {
    await held.release();
    setLoadShedder(new LoadShedder());
    const body = paymentBody({ paymentMethod: "sandbox_timeout" });
    const pay = () => api.post("/payments/gateway_one/create", { body });
    const ended: Answer[] = [];
    const calls = Array.from({ length: 80 }, async () => void ended.push(await pay()));
    await until(async () => ended.length === 80 - 65);
    for (const refused of ended) {
      assertError(refused, { status: 503, code: "service_unavailable", details: /pay_/ });
    }
    await Promise.all(calls);
  });
});
