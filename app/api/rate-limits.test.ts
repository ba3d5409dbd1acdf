import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { defaultRateLimits, type RateClass, rateClasses, tiers } from "#lib/core/tiers.ts";
import { type Answer, createApiClient } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  createTestKey,
  createTestOrganization,
  setUpTestService,
} from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = createApiClient(service, "");

const limitOf = ({ headers }: { headers: Headers }) => Number(headers.get("x-ratelimit-limit"));
const remainingOf = ({ headers }: { headers: Headers }) =>
  Number(headers.get("x-ratelimit-remaining"));

/** One endpoint of each class, called so that it does as little as it can. */
const calls: Record<RateClass, (key: string) => Promise<Answer>> = {
  keyGeneration: (key) => api.post("/onboarding/generate-keys", { key }),
  writes: (key) => api.post("/payments/envelope", { key, body: {} }),
  reads: (key) => api.get("/receipts/usr_1", { key }),
};

const tooMany = { status: 429, code: "rate_limit_exceeded" } as const;

describe("by the table", () => {
  for (const tier of tiers) {
    for (const rateClass of rateClasses) {
      test(`${tier}, ${rateClass}`, async () => {
        const limit = defaultRateLimits.tiers[tier][rateClass];
        const key = await createTestKey({ tier });
        const [first, second] = [await calls[rateClass](key), await calls[rateClass](key)];
        assert.deepEqual([limitOf(first), remainingOf(first)], [limit, limit - 1]);
        assert.deepEqual([limitOf(second), remainingOf(second)], [limit, limit - 2]);
      });
    }
  }

  test("the numbers are the contract's", () => {
    const rows = tiers.map((tier) => Object.values(defaultRateLimits.tiers[tier]));
    assert.deepEqual(rows, [
      [10, 60, 120],
      [60, 600, 1_200],
      [300, 6_000, 12_000],
      [3_000, 600_000, 600_000],
    ]);
    assert.equal(defaultRateLimits.perAddress, 300);
  });

  test("without a valid key, by the address", async () => {
    const answer = await calls.reads("nonsense");
    assertError(answer, { status: 401, code: "unauthorized" });
    assert.equal(limitOf(answer), defaultRateLimits.perAddress);
    assert.equal(limitOf(await api.get("/openapi.json")), defaultRateLimits.perAddress);
  });
});

describe("overridden by RATE_LIMITS", () => {
  const override = {
    tiers: { free: { writes: 3, reads: 4 }, standard: { reads: 3 } },
    perAddress: 3,
  };
  // Counters are the process's own: each test begins at nothing.
  beforeEach(() =>
    service.restart({ RATE_LIMITS: JSON.stringify(override), TRUSTED_PROXIES: "1" }),
  );

  test("what is not named keeps its default", async () => {
    const key = await createTestKey({ tier: "free" });
    assert.equal(limitOf(await calls.writes(key)), 3);
    assert.equal(
      limitOf(await calls.keyGeneration(key)),
      defaultRateLimits.tiers.free.keyGeneration,
    );
    const standard = await createTestKey({ tier: "standard" });
    assert.equal(limitOf(await calls.writes(standard)), defaultRateLimits.tiers.standard.writes);
  });

  test("counts down to nothing, then refuses until the window resets", async () => {
    const key = await createTestKey({ tier: "free" });
    const answers = [1, 2, 3, 4, 5].map(() => () => calls.writes(key));
    const remaining: number[] = [];
    const statuses: number[] = [];
    const resets = new Set<number>();
    for (const call of answers) {
      const answer = await call();
      remaining.push(remainingOf(answer));
      statuses.push(answer.status);
      resets.add(Number(answer.headers.get("x-ratelimit-reset")));
    }
    assert.deepEqual(remaining, [2, 1, 0, 0, 0]);
    assert.deepEqual(statuses, [400, 400, 400, 429, 429]);
    // One window: its end stays where it is, but for rounding.
    assert.ok(Math.max(...resets) - Math.min(...resets) <= 1);

    const refused = await calls.writes(key);
    assertError(refused, tooMany);
    const retryAfter = Number(refused.headers.get("retry-after"));
    const reset = Number(refused.headers.get("x-ratelimit-reset"));
    assert.ok(retryAfter >= 1 && retryAfter <= 60);
    assert.ok(reset > Date.now() / 1000 && reset <= Date.now() / 1000 + 61);
    assert.ok(Math.abs(reset - Date.now() / 1000 - retryAfter) <= 2);
  });

  test("all keys of an organization in an environment share ten times the limit of one", async () => {
    const organizationId = await createTestOrganization("free");
    const keys = await Promise.all(
      Array.from({ length: 11 }, () => createTestKey({ organizationId })),
    );
    for (const key of keys.slice(0, 10)) {
      for (const _call of [1, 2, 3]) assert.equal((await calls.writes(key)).status, 400);
    }
    const refused = await calls.writes(keys[10] ?? "");
    assertError(refused, tooMany);
    assert.equal(limitOf(refused), 30);
    const elsewhere = await createTestKey({ organizationId, environment: "staging" });
    assert.equal((await calls.writes(elsewhere)).status, 400);
  });

  test("each class and each key has a counter of its own", async () => {
    const organizationId = await createTestOrganization("free");
    const key = await createTestKey({ organizationId });
    for (const _call of [1, 2, 3]) await calls.writes(key);
    assertError(await calls.writes(key), tooMany);

    assert.equal(remainingOf(await calls.reads(key)), 3);
    assert.equal((await calls.keyGeneration(key)).status, 200);
    const sibling = await createTestKey({ organizationId });
    assert.equal(remainingOf(await calls.writes(sibling)), 2);
  });

  test("classes of the same number are still apart", async () => {
    const free = await createTestKey({ tier: "free" });
    const standard = await createTestKey({ tier: "standard" });
    for (const _call of [1, 2, 3]) await calls.writes(free);
    assert.equal(remainingOf(await calls.reads(standard)), 2);
    assert.equal(remainingOf(await calls.writes("nonsense")), 2);
  });

  test("a GET counts as a read and every other POST as a write", async () => {
    const key = await createTestKey({ tier: "free" });
    await api.post("/keys/grant-access", { key, body: {} });
    await api.post("/payments/gateway_one/create", { key, body: {} });
    assert.equal(remainingOf(await api.post("/keys/rotate", { key, body: {} })), 0);
    await api.get("/payments/gateway_one/pay_1", { key });
    assert.equal(remainingOf(await calls.reads(key)), 2);
  });

  test("bad keys run out by address; another address and a good key do not", async () => {
    const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
    const guess = (address: string) =>
      api.get("/receipts/usr_1", { key: "nonsense", ...from(address) });
    const statuses: number[] = [];
    for (const _guess of [1, 2, 3, 4]) statuses.push((await guess("203.0.113.1")).status);
    assert.deepEqual(statuses, [401, 401, 401, 429]);
    assert.match((await guess("203.0.113.1")).headers.get("retry-after") ?? "", /^\d+$/);

    assert.equal((await guess("203.0.113.2")).status, 401);
    const key = await createTestKey();
    const good = await api.get("/receipts/usr_1", { key, ...from("203.0.113.1") });
    assert.equal(good.status, 404);
  });

  test("neither a port nor another address of one IPv6 network is a new address", async () => {
    const guess = async (address: string) => {
      const headers = { "X-Forwarded-For": address };
      return (await api.get("/receipts/usr_1", { key: "nonsense", headers })).status;
    };
    const ports = [1, 2, 3, 4].map((port) => `203.0.113.9:${port}`);
    const hosts = [1, 2, 3, 4].map((host) => `[2001:db8:3::${host}]:400${host}`);
    const junk = ["x", "010.1.1.1", "1.1.1.1%0a", "y"];
    for (const addresses of [ports, hosts, junk]) {
      const statuses: number[] = [];
      for (const address of addresses) statuses.push(await guess(address));
      assert.deepEqual(statuses, [401, 401, 401, 429], addresses.join());
    }
  });

  test("refuses after the scope and before the body", async () => {
    const key = await createTestKey({ tier: "free", scopes: ["payments:write"] });
    const create = (body: string) => api.post("/payments/gateway_one/create", { key, body });
    for (const _call of [1, 2, 3]) await create("{}");
    assertError(await calls.writes(key), { status: 403, code: "forbidden" });
    assertError(await create("{"), tooMany);
  });

  test("health checks are never refused and count nothing", async () => {
    for (const _call of [1, 2, 3, 4]) await calls.reads("nonsense");
    for (const path of ["/api/health", "/api/ready"]) {
      const response = await fetch(`${service.url}${path}`);
      assert.equal(response.status, 200);
      assert.equal(limitOf(response), 3);
    }
  });
});
