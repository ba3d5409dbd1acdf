import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { MAX_API_KEYS } from "#lib/api-keys/contract.ts";
import { pool, prisma } from "#lib/storage/database.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  setUpMember,
} from "#lib/testing/console-client.ts";
import { findSecrets } from "#lib/testing/find-secrets.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";
import { until } from "#lib/testing/until.ts";

const service = setUpTestService({ TRUSTED_PROXIES: "1" });
const developer = setUpMember();
const call = createConsoleClient(service, developer);

const HOUR_MS = 3_600_000;
const keyBody = (fields: Record<string, unknown> = {}) => ({
  body: { name: "Till 1", scopes: ["receipts:read"], ...fields },
});

/** 404 means that the key was accepted: there is no such user. */
const knock = async (key: string, headers: Record<string, string> = {}) =>
  (await createApiClient(service, key).get("/receipts/usr_1", { headers })).status;

async function organizationOf(kind: "merchant" | "issuer"): Promise<ConsoleClient> {
  const organizationId = await createTestOrganization();
  await prisma().organization.update({ where: { id: organizationId }, data: { kind } });
  return createConsoleClient(service, await createTestMember({ organizationId }));
}

describe("a new key", () => {
  test("201: is shown once, works, and is stored as its hash only", async () => {
    const { status, body } = await call("POST", "/api-keys", keyBody({ name: "  Till 1 " }));
    assert.equal(status, 201, JSON.stringify(body));
    const { apiKey, secret } = body.data;
    assert.match(secret, /^ssk_dev_[0-9A-Za-z]{30,}$/);
    const { id, createdAt, ...rest } = apiKey;
    assert.match(id, /^ak_[0-9a-f]{32}$/);
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
    assert.deepEqual(rest, {
      name: "Till 1",
      hint: `ssk_dev_…${secret.slice(-4)}`,
      scopes: ["receipts:read"],
      allowedAddresses: [],
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      lastUsedAddress: null,
      createdBy: developer.email,
      rolledTo: null,
      status: "active",
    });

    assert.equal(await knock(secret), 404);
    const list = await call("GET", "/api-keys");
    const { rows } = await pool().query("SELECT row_to_json(k)::text AS row FROM api_key k");
    const kept = [JSON.stringify(list.body), ...rows.map(({ row }) => row), ...service.logLines];
    assert.deepEqual(findSecrets(kept.join("\n"), [secret]), []);
  });

  test("has the scopes, addresses and expiry of the request", async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    const allowedAddresses = ["203.0.113.0/24", "2001:db8::/32", "203.0.113.0/24"];
    const { body } = await call("POST", "/api-keys", keyBody({ expiresAt, allowedAddresses }));
    const { apiKey, secret } = body.data;
    assert.equal(apiKey.expiresAt, expiresAt);
    assert.equal(apiKey.status, "expiring");
    assert.deepEqual(apiKey.allowedAddresses, ["203.0.113.0/24", "2001:db8::/32"]);
    assert.equal(await knock(secret, { "X-Forwarded-For": "203.0.113.7" }), 404);
    assert.equal(await knock(secret, { "X-Forwarded-For": "2001:db8::7" }), 404);
    assert.equal(await knock(secret, { "X-Forwarded-For": "203.0.114.7" }), 403);
    const denied = await createApiClient(service, secret).post("/onboarding/generate-keys", {
      headers: { "X-Forwarded-For": "203.0.113.7" },
    });
    assertError(denied, { status: 403, code: "forbidden" });
  });

  test("belongs to the environment of the request", async () => {
    const staging = createConsoleClient(service, developer, "staging");
    const { body } = await staging("POST", "/api-keys", keyBody({ name: "Of staging" }));
    assert.match(body.data.secret, /^ssk_stg_/);
    const names = async (client: ConsoleClient) =>
      (await client("GET", "/api-keys")).body.data.apiKeys.map((key: { name: string }) => key.name);
    assert.deepEqual(await names(staging), ["Of staging"]);
    assert.ok(!(await names(call)).includes("Of staging"));
    const stranger = createConsoleClient(service, await createTestMember());
    assert.deepEqual(await names(stranger), []);
  });

  test("shows when and from where it was last used", async () => {
    const { body } = await call("POST", "/api-keys", keyBody());
    const { apiKey, secret } = body.data;
    const findUse = async () => {
      const list = await call("GET", "/api-keys");
      return list.body.data.apiKeys.find(({ id }: { id: string }) => id === apiKey.id);
    };
    await knock(secret, { "X-Forwarded-For": "::ffff:198.51.100.4" });
    await until(async () => (await findUse()).lastUsedAt !== null);
    const used = await findUse();
    assert.equal(used.lastUsedAddress, "198.51.100.4");
    assert.ok(Math.abs(Date.parse(used.lastUsedAt) - Date.now()) < 60_000);
  });
});

describe("400", () => {
  const past = new Date(Date.now() - 1000).toISOString();
  const rows: [string, Record<string, unknown>, RegExp][] = [
    ["no name", { name: undefined }, /^name: /],
    ["a blank name", { name: "  " }, /^name: /],
    ["a name too long", { name: "n".repeat(257) }, /^name: /],
    ["no scopes", { scopes: [] }, /^scopes: /],
    ["an unknown scope", { scopes: ["receipts:write"] }, /^scopes\[0\]: /],
    ["an expiry in the past", { expiresAt: past }, /^expiresAt: is in the past$/],
    ["an expiry that is not a time", { expiresAt: "tomorrow" }, /^expiresAt: /],
    ["a day that does not exist", { expiresAt: "2031-02-30T00:00:00Z" }, /^expiresAt: /],
    ...[
      "203.0.113.0/33",
      "203.0.113",
      "203.0.113.0/",
      "203.0.113.0/24/8",
      "203.0.113.0/ 8",
      "2001:db8::/129",
      "fe80::1%eth0",
      "localhost",
      "",
      " 203.0.113.7",
    ].map((address): [string, Record<string, unknown>, RegExp] => [
      `the address "${address}"`,
      { allowedAddresses: [address] },
      /^allowedAddresses\[0\]: must be an IPv4 or IPv6 address or a CIDR block/,
    ]),
    ["too many addresses", { allowedAddresses: Array(51).fill("203.0.113.7") }, /^allowedAdd/],
  ];
  for (const [name, fields, details] of rows) {
    test(name, async () => {
      const answer = await call("POST", "/api-keys", keyBody(fields));
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }

  const kinds: ["merchant" | "issuer", string, string][] = [
    ["merchant", "payments:write", "receipts:decrypt"],
    ["issuer", "receipts:decrypt", "payments:write"],
  ];
  for (const [kind, useful, useless] of kinds) {
    test(`${useless} is of no use to ${kind}s`, async () => {
      const theirs = await organizationOf(kind);
      const refused = await theirs("POST", "/api-keys", keyBody({ scopes: [useful, useless] }));
      const details = new RegExp(`^scopes: .* may have .*${useful}`);
      assertError(refused, { status: 400, code: "invalid_request", details });
      const taken = await theirs("POST", "/api-keys", keyBody({ scopes: [useful] }));
      assert.equal(taken.status, 201, JSON.stringify(taken.body));
    });
  }
});

test("403: a viewer sees the keys, but cannot create, roll or revoke any", async () => {
  const { body } = await call("POST", "/api-keys", keyBody());
  const { id } = body.data.apiKey;
  const { organizationId } = developer;
  const viewer = await createTestMember({ role: "viewer", organizationId });
  const view = createConsoleClient(service, viewer);
  assert.equal((await view("GET", "/api-keys")).status, 200);
  const expected = { status: 403, code: "forbidden", details: /role developer/ } as const;
  assertError(await view("POST", "/api-keys", keyBody()), expected);
  assertError(await view("POST", `/api-keys/${id}/roll`, { body: { graceSeconds: 0 } }), expected);
  assertError(await view("DELETE", `/api-keys/${id}`), expected);
  assert.equal(await knock(body.data.secret), 404);
});

test(`409: at most ${MAX_API_KEYS} usable keys; ended ones are listed behind them`, async () => {
  const member = await createTestMember();
  const theirs = createConsoleClient(service, member);
  const first = await theirs("POST", "/api-keys", keyBody({ name: "Oldest" }));
  await theirs("DELETE", `/api-keys/${first.body.data.apiKey.id}`);
  await pool().query(
    `INSERT INTO api_key (id, organization_id, environment, name, secret_hash, hint)
     SELECT 'ak_' || n, $1, 'development', 'Filled', sha256(($1 || n)::bytea), ''
     FROM generate_series(1, $2::int) AS n`,
    [member.organizationId, MAX_API_KEYS - 1],
  );
  assert.equal((await theirs("POST", "/api-keys", keyBody())).status, 201);
  const full = await theirs("POST", "/api-keys", keyBody());
  assertError(full, { status: 409, code: "conflict" });
  const { apiKeys } = (await theirs("GET", "/api-keys")).body.data;
  assert.equal(apiKeys.length, MAX_API_KEYS + 1);
  assert.equal(apiKeys.at(-1).name, "Oldest");
  assert.equal(apiKeys.at(-1).status, "revoked");
});
