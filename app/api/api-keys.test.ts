import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forgetApiKeys } from "#lib/api-keys/check.ts";
import { generateApiKey } from "#lib/crypto/api-key-format.ts";
import { pool } from "#lib/storage/database.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { asOwner } from "#lib/testing/test-database.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService({ TRUSTED_PROXIES: "1" });
const api = createApiClient(service, "");

const HOUR_MS = 3_600_000;

/** 404 is past the door: there is no such user. */
const knock = (key: string, headers: Record<string, string> = {}) =>
  api.get("/receipts/usr_1", { key, headers });

const unauthorized = { status: 401, code: "unauthorized" } as const;

/** The key with its last digit changed. */
function mistype(key: string): string {
  return `${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`;
}

describe("401", () => {
  test("no key at all", async () => {
    const response = await fetch(`${service.url}/api/v1/receipts/usr_1`);
    assert.equal(response.status, 401);
    const body: { error: { code: string } } = JSON.parse(await response.text());
    assert.equal(body.error.code, "unauthorized");
  });

  const keys: [string, () => string | Promise<string>][] = [
    ["an empty key", () => ""],
    ["another kind of key", () => "sk_test_4eC39HqLyjWDarjtT1zdp7dc"],
    ["a mistyped key", async () => mistype(await createTestKey())],
    ["a key with more behind it", async () => `${await createTestKey()}0`],
    ["a key under another prefix", async () => (await createTestKey()).replace("_dev_", "_prod_")],
    ["a well-formed key that nobody issued", () => generateApiKey("development")],
    ["an expired key", () => createTestKey({ expiresAt: new Date(Date.now() - 1000) })],
    ["a revoked key", () => createTestKey({ revokedAt: new Date(Date.now() - 1000) })],
    ["a key as a bearer", async () => `Bearer ${await createTestKey()}`],
  ];
  for (const [name, makeKey] of keys) {
    test(name, async () => {
      const answer = await knock(await makeKey());
      assertError(answer, unauthorized);
      // One answer for all: it tells a guesser nothing.
      assertSameError(answer, await knock(generateApiKey("staging")));
    });
  }

  test("a mistyped key never reaches the database", async () => {
    await asOwner(service.databaseUrl, "ALTER TABLE api_key RENAME TO away");
    const answer = await knock(mistype(generateApiKey("development"))).finally(() =>
      asOwner(service.databaseUrl, "ALTER TABLE away RENAME TO api_key"),
    );
    assertError(answer, unauthorized);
  });

  test("comes before the body is looked at", async () => {
    const answer = await api.post("/payments/gateway_one/create", {
      key: "nonsense",
      body: "{",
      headers: { "Content-Type": "text/plain" },
    });
    assertError(answer, unauthorized);
  });
});

describe("a key", () => {
  test("works until it expires", async () => {
    const key = await createTestKey({ expiresAt: new Date(Date.now() + HOUR_MS) });
    assert.equal((await knock(key)).status, 404);
    await pool().query(
      "UPDATE api_key SET expires_at = now() - interval '1 second' WHERE expires_at > now()",
    );
    forgetApiKeys();
    assertError(await knock(key), unauthorized);
  });

  test("ends with its revocation", async () => {
    const key = await createTestKey();
    assert.equal((await knock(key)).status, 404);
    await pool().query("UPDATE api_key SET revoked_at = now()");
    forgetApiKeys();
    assertError(await knock(key), unauthorized);
  });
});

describe("allowed addresses", () => {
  const rows: [string[], string, boolean][] = [
    [[], "203.0.113.9", true],
    [["203.0.113.0/24"], "203.0.113.9", true],
    [["203.0.113.0/24"], "203.0.114.9", false],
    [["203.0.113.9"], "203.0.113.9", true],
    [["203.0.113.9"], "203.0.113.10", false],
    [["198.51.100.0/24", "203.0.113.9/32"], "203.0.113.9", true],
    [["2001:db8::/32"], "2001:db8::7", true],
    [["2001:db8::/32"], "2001:db9::7", false],
    [["2001:db8::/32"], "203.0.113.9", false],
    [["203.0.113.0/24"], "::ffff:203.0.113.9", true],
    [["203.0.113.0/24"], "unknown", false],
    [["203.0.113.0/24"], "203.0.113.9:4711", true],
  ];
  for (const [allowedAddresses, address, admitted] of rows) {
    test(`${allowedAddresses.join(" ") || "none"}: ${address} ${admitted ? "in" : "out"}`, async () => {
      const key = await createTestKey({ allowedAddresses });
      const answer = await knock(key, { "X-Forwarded-For": address });
      if (admitted) assert.equal(answer.status, 404, JSON.stringify(answer.body));
      else assertError(answer, { status: 403, code: "forbidden" });
    });
  }

  test("are judged by the proxy's entry and not by the client's", async () => {
    const key = await createTestKey({ allowedAddresses: ["203.0.113.9"] });
    const claimed = await knock(key, { "X-Forwarded-For": "203.0.113.9, 198.51.100.1" });
    assertError(claimed, { status: 403, code: "forbidden" });
    const seen = await knock(key, { "X-Forwarded-For": "198.51.100.1, 203.0.113.9" });
    assert.equal(seen.status, 404);
  });
});

describe("last use", () => {
  const readLastUse = async (): Promise<Date | null> => {
    const { rows } = await pool().query(
      "SELECT last_used_at AS at FROM api_key WHERE name = 'used'",
    );
    return rows[0].at;
  };
  const setLastUse = (ago: string) =>
    pool().query("UPDATE api_key SET last_used_at = now() - $1::interval WHERE name = 'used'", [
      ago,
    ]);

  /** The write does not hold up the answer, so it may land after it. */
  async function awaitLastUse(since: number): Promise<void> {
    for (let tries = 0; tries < 1000; tries += 1) {
      const at = await readLastUse();
      if (at !== null && at.getTime() >= since) return;
    }
    assert.fail("last use was never written");
  }

  test("is written once a minute at most", async () => {
    const key = await createTestKey();
    await pool().query("UPDATE api_key SET name = 'used' WHERE id = (SELECT max(id) FROM api_key)");
    assert.equal(await readLastUse(), null);
    const start = Date.now();
    await knock(key);
    await awaitLastUse(start);

    await setLastUse("30 seconds");
    const kept = await readLastUse();
    for (const _again of [1, 2, 3]) {
      // As another process would, which knows nothing of the last write.
      forgetApiKeys();
      await knock(key);
    }
    assert.deepEqual(await readLastUse(), kept);

    await setLastUse("61 seconds");
    const later = Date.now();
    forgetApiKeys();
    await knock(key);
    await awaitLastUse(later);
  });

  test("is not written for a call that is refused", async () => {
    const key = await createTestKey({ allowedAddresses: ["192.0.2.1"] });
    await knock(key);
    const { rows } = await pool().query(
      "SELECT last_used_at AS at FROM api_key WHERE allowed_addresses = '{192.0.2.1}'",
    );
    assert.deepEqual(rows, [{ at: null }]);
  });
});

test("a deployment refuses the keys of environments that it does not serve", async () => {
  const [development, staging, production] = await Promise.all(
    (["development", "staging", "production"] as const).map((environment) =>
      createTestKey({ environment }),
    ),
  );
  await service.restart({ API_ENVIRONMENTS: "staging, production" });
  assertError(await knock(development ?? ""), unauthorized);
  for (const key of [staging, production]) assert.equal((await knock(key ?? "")).status, 404);
});
