import assert from "node:assert/strict";
import { test } from "node:test";
import { MAX_BATCH } from "#lib/cardholders/contract.ts";
import { generateKeyPair } from "#lib/crypto/rsa-keys.ts";
import { paymentBody, randomHashedPan, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const path = "/onboarding/register/batch";

const service = setUpTestService();
const api = setUpApi(service);
let pair: Awaited<ReturnType<typeof generateKeyPair>>;
setUp(async () => {
  pair = await generateKeyPair();
});

const registration = (fields: Record<string, unknown> = {}) => ({
  hashedPan: randomHashedPan(),
  publicKey: pair.publicKey,
  keyId: pair.keyId,
  ...fields,
});

const register = (registrations: unknown, key = api.key) =>
  api.post(path, { key, body: { registrations } });

type Result = { status: number; data?: { userId: string }; error?: { details: string } };

test("200: each is answered as it would be alone, in order, and the batch again is the same", async () => {
  const taken = registration();
  const elsewhere = await createTestKey();
  assert.equal(
    (await api.post("/onboarding/register", { key: elsewhere, body: taken })).status,
    201,
  );
  const known = registration();
  const { body: alone } = await api.post("/onboarding/register", { body: known });
  const fresh = registration();
  const registrations = [
    fresh,
    known,
    { ...fresh, keyId: "other" },
    taken,
    registration({ hashedPan: "4242424242424242" }),
    registration({ publicKey: pair.privateKey }),
    "no registration",
    registration(),
  ];

  const { status, body } = await register(registrations);
  assert.equal(status, 200, JSON.stringify(body));
  const results: Result[] = body.data.results;
  assert.deepEqual(
    results.map((result) => result.status),
    [201, 200, 409, 409, 400, 400, 400, 201],
  );
  assert.deepEqual(results[1]?.data, alone.data);
  assert.match(results[4]?.error?.details ?? "", /^hashedPan: .*SHA-256/);
  assert.match(results[5]?.error?.details ?? "", /^publicKey: .*private key/);
  for (const result of results) {
    assert.equal(result.data === undefined, result.status >= 400);
    assert.equal(result.error === undefined, result.status < 400);
  }

  const again = (await register(registrations)).body.data.results.map((result: Result) => ({
    ...result,
    status: result.status === 200 ? 201 : result.status,
  }));
  assert.deepEqual(again, [results[0], { ...results[1], status: 201 }, ...results.slice(2)]);
});

test("200: receipts that waited are handed over", async () => {
  const waiting = registration();
  const body = paymentBody({ recipientHashedPan: waiting.hashedPan });
  assert.equal((await api.post("/payments/gateway_one/create", { body })).status, 201);
  const { data } = (await register([waiting])).body;
  assert.equal(data.results[0].data.deliveredReceipts, 1);
});

test("200: the most that a batch may have, with keys as they are", async () => {
  const registrations = Array.from({ length: MAX_BATCH }, () =>
    registration({ keyId: "k".repeat(128) }),
  );
  const { status, body } = await register(registrations);
  assert.equal(status, 200, JSON.stringify(body));
  assert.ok(body.data.results.every((result: Result) => result.status === 201));
});

test("400: what is no batch", async () => {
  const batches: unknown[] = [undefined, [], {}, new Array(MAX_BATCH + 1).fill(registration())];
  for (const registrations of batches) {
    const answer = await register(registrations);
    assertError(answer, { status: 400, code: "invalid_request", details: /^registrations: / });
  }
});

test("401 without a key, 403 without the scope onboarding:write", async () => {
  const key = await createTestKey({ scopes: ["receipts:read"] });
  assertError(await register([registration()], ""), { status: 401, code: "unauthorized" });
  assertError(await register([registration()], key), { status: 403, code: "forbidden" });
});

test("each registration counts as a call, and a batch is taken while any are left", async () => {
  const key = await createTestKey({ tier: "free" });
  const remaining = ({ headers }: { headers: Headers }) =>
    Number(headers.get("x-ratelimit-remaining"));
  const malformed = (count: number) => Array.from({ length: count }, () => "no registration");

  assert.equal(remaining(await register(malformed(1), key)), 59);
  assert.equal(remaining(await register(malformed(50), key)), 9);
  const last = await register(malformed(MAX_BATCH), key);
  assert.deepEqual([last.status, remaining(last)], [200, 0]);
  assertError(await register(malformed(1), key), { status: 429, code: "rate_limit_exceeded" });
});
