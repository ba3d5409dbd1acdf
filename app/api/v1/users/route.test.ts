import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  registerCardholder,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const holders: TestCardholder[] = [];
setUp(async () => {
  for (const _turn of [1, 2, 3]) holders.unshift(await registerCardholder(api));
  const environments = [
    await createTestKey({ organizationId: api.organizationId, environment: "staging" }),
    await createTestKey(),
  ];
  for (const key of environments) await registerCardholder(createApiClient(service, key));
});

const list = (query = "", key = api.key) => api.get(`/users${query}`, { key });

describe("200", () => {
  test("the issuer's cardholders in the environment, newest first, without their cards", async () => {
    const { status, body } = await list();
    assert.equal(status, 200, JSON.stringify(body));
    const { users, nextCursor } = body.data;
    assert.equal(nextCursor, null);
    const expected = holders.map(({ userId, keyId }) => ({ userId, keyId }));
    assert.deepEqual(
      users.map(({ registeredAt: _, ...user }: { registeredAt: string }) => user),
      expected,
    );
    for (const { registeredAt } of users) assert.ok(Date.parse(registeredAt) <= Date.now());
  });

  test("page by page", async () => {
    const found: string[] = [];
    let query = "?limit=1";
    for (;;) {
      const { users, nextCursor } = (await list(query)).body.data;
      found.push(...users.map(({ userId }: { userId: string }) => userId));
      if (nextCursor === null) break;
      query = `?limit=1&cursor=${nextCursor}`;
    }
    assert.deepEqual(
      found,
      holders.map(({ userId }) => userId),
    );
  });

  test("names the key that is current, and nobody who was erased", async () => {
    const issuer = await createTestKey();
    const client = createApiClient(service, issuer);
    const [kept, erased] = [await registerCardholder(client), await registerCardholder(client)];
    const publicKey = holders[0]?.publicKey;
    const rotation = { userId: kept.userId, keyId: "next", publicKey };
    assert.equal((await client.post("/keys/rotate", { body: rotation })).status, 200);
    await pool().query("DELETE FROM cardholder WHERE id = $1", [erased.userId]);
    const { users } = (await list("", issuer)).body.data;
    assert.deepEqual(
      users.map(({ keyId }: { keyId: string }) => keyId),
      ["next"],
    );
  });
});

test("400: limit, cursor, and what is no parameter", async () => {
  for (const query of ["?limit=0", "?limit=101", "?cursor=x", "?search=a"]) {
    assertError(await list(query), { status: 400, code: "invalid_request" });
  }
});

test("401 without a key, 403 without the scope receipts:read", async () => {
  const key = await createTestKey({ scopes: ["onboarding:write"] });
  assertError(await list("", ""), { status: 401, code: "unauthorized" });
  assertError(await list("", key), { status: 403, code: "forbidden" });
});
