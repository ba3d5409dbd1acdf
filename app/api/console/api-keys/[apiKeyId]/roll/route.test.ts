import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { forgetApiKeys } from "#lib/api-keys/check.ts";
import { MAX_GRACE_SECONDS } from "#lib/api-keys/contract.ts";
import type { Sent } from "#lib/browser/api.ts";
import { pool } from "#lib/storage/database.ts";
import { createApiClient } from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { callerFor } from "#lib/testing/caller-for.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const developer = setUpMember();
const call = createConsoleClient(service, developer);

type NewKey = Sent<"POST /api/console/api-keys", "body">;

const HOUR_S = 3600;
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function createKey(fields: Partial<NewKey> = {}) {
  const body: NewKey = { name: "Till", scopes: ["receipts:read", "payments:read"], ...fields };
  const { apiKey, secret } = await callerFor(service, developer)("POST /api/console/api-keys", {
    body,
  });
  return { ...apiKey, secret };
}

const roll = (id: string, graceSeconds: unknown, client = call) =>
  client("POST", `/api-keys/${id}/roll`, { body: { graceSeconds } });

const knock = async (secret: string) =>
  (await createApiClient(service, secret).get("/receipts/usr_1")).status;

function assertClose(iso: string, expected: string): void {
  assert.ok(Math.abs(Date.parse(iso) - Date.parse(expected)) < 30_000, `${iso}, not ${expected}`);
}

test("201 without a grace period: the old key ends at once, the new one has its permissions", async () => {
  const old = await createKey({ allowedAddresses: ["127.0.0.0/8"], expiresAt: inSeconds(HOUR_S) });
  assert.equal(await knock(old.secret), 404);
  const { status, body } = await roll(old.id, 0);
  assert.deepEqual([await knock(old.secret), await knock(body.data.secret)], [401, 404]);

  assert.equal(status, 201, JSON.stringify(body));
  const { apiKey, secret, previous } = body.data;
  assert.notEqual(secret, old.secret);
  for (const field of ["name", "scopes", "allowedAddresses", "expiresAt"] as const) {
    assert.deepEqual(apiKey[field], old[field], field);
  }
  assert.equal(apiKey.rolledTo, null);
  assert.deepEqual([previous.status, previous.rolledTo], ["expired", apiKey.id]);
});

describe("with a grace period", () => {
  const grace = 2 * HOUR_S;
  /** Own expiry in seconds, what becomes of it. */
  const rows: [string, number | null, number][] = [
    ["a key without an expiry gets one", null, grace],
    ["a later expiry comes forward", 10 * HOUR_S, grace],
    ["a sooner expiry stays", HOUR_S, HOUR_S],
  ];
  for (const [name, own, expected] of rows) {
    test(name, async () => {
      const old = await createKey({ expiresAt: own === null ? null : inSeconds(own) });
      const { body } = await roll(old.id, grace);
      const { apiKey, secret, previous } = body.data;
      assert.deepEqual([await knock(old.secret), await knock(secret)], [404, 404]);
      assertClose(previous.expiresAt, inSeconds(expected));
      assert.equal(previous.status, "expiring");
      // A roll makes no key permanent, and does not limit the new one to the grace period.
      assert.equal(apiKey.expiresAt, old.expiresAt);
    });
  }

  test("the old key works until the period is over", async () => {
    const old = await createKey();
    await roll(old.id, MAX_GRACE_SECONDS);
    assert.equal(await knock(old.secret), 404);
    await pool().query(
      "UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1",
      [old.id],
    );
    forgetApiKeys();
    assert.equal(await knock(old.secret), 401);
  });
});

describe("409", () => {
  test("a key that has expired", async () => {
    const old = await createKey({ expiresAt: inSeconds(HOUR_S) });
    await pool().query(
      "UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1",
      [old.id],
    );
    assertError(await roll(old.id, HOUR_S), { status: 409, code: "conflict" });
  });

  test("a key that was revoked", async () => {
    const old = await createKey();
    await call("DELETE", `/api-keys/${old.id}`);
    assertError(await roll(old.id, HOUR_S), { status: 409, code: "conflict" });
  });

  test("of several rolls at once, one succeeds", async () => {
    const old = await createKey();
    const answers = await Promise.all([1, 2, 3, 4].map(() => roll(old.id, HOUR_S)));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 409, 409, 409]);
  });
});

test("a revocation ends the grace period", async () => {
  const old = await createKey();
  const { body } = await roll(old.id, HOUR_S);
  await call("DELETE", `/api-keys/${old.id}`);
  assert.deepEqual([await knock(old.secret), await knock(body.data.secret)], [401, 404]);
});

for (const graceSeconds of [-1, MAX_GRACE_SECONDS + 1, 0.5, "60", null, undefined]) {
  test(`400: a grace period of ${graceSeconds} seconds`, async () => {
    const { id } = await createKey();
    const details = /^graceSeconds: /;
    assertError(await roll(id, graceSeconds), { status: 400, code: "invalid_request", details });
  });
}

test("404: a key of another organization or environment, like one that never existed", async () => {
  const { id } = await createKey();
  const unknown = await roll("ak_unknown", 0);
  assertError(unknown, { status: 404, code: "not_found" });
  const stranger = createConsoleClient(service, await createTestMember());
  const staging = createConsoleClient(service, developer, "staging");
  for (const theirs of [stranger, staging]) assertSameError(await roll(id, 0, theirs), unknown);
});
