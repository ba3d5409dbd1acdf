import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { paymentBody, randomHashedPan, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const path = "/onboarding/register";

const service = setUpTestService();
const api = setUpApi(service);
let keyId: string;
let publicKey: string;
let otherPublicKey: string;
setUp(async () => {
  ({ keyId, publicKey } = await api.call("POST /api/v1/onboarding/generate-keys"));
  otherPublicKey = (await api.call("POST /api/v1/onboarding/generate-keys")).publicKey;
});

function registration(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { hashedPan: randomHashedPan(), publicKey, keyId, ...fields };
}

function derOf(pem: string): Buffer {
  return createPublicKey(pem).export({ format: "der", type: "spki" });
}

describe("201", () => {
  test("a new cardholder", async () => {
    const before = Date.now();
    const { status, body } = await api.post(path, { body: registration() });
    assert.equal(status, 201, JSON.stringify(body));
    const { userId, registeredAt, ...rest } = body.data;
    assert.deepEqual(
      { ...body, data: rest },
      { success: true, data: { keyId, status: "active", deliveredReceipts: 0 } },
    );
    assert.match(userId, /^usr_\w+$/);
    assert.ok(Date.parse(registeredAt) >= before - 1000 && Date.parse(registeredAt) <= Date.now());
  });

  const spellings = {
    "PEM with CRLF": (pem: string) => pem.replaceAll("\n", "\r\n"),
    "base64 of DER": (pem: string) => derOf(pem).toString("base64"),
    "base64url of DER": (pem: string) => derOf(pem).toString("base64url"),
  };
  for (const [name, spell] of Object.entries(spellings)) {
    test(`the public key as ${name} is the same key`, async () => {
      const body = registration({ publicKey: spell(publicKey) });
      const first = await api.post(path, { body });
      assert.equal(first.status, 201, JSON.stringify(first.body));
      const again = await api.post(path, { body: { ...body, publicKey } });
      assert.equal(again.status, 200, JSON.stringify(again.body));
      assert.equal(again.body.data.userId, first.body.data.userId);
    });
  }

  for (const own of ["k", "Schlüssel 1 / Gerät", "k".repeat(128)]) {
    test(`a keyId of the caller's choosing: ${own.slice(0, 20)}`, async () => {
      const { status, body } = await api.post(path, { body: registration({ keyId: own }) });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(body.data.keyId, own);
    });
  }

  test("one key may serve two cards", async () => {
    const [one, two] = await Promise.all([
      api.post(path, { body: registration() }),
      api.post(path, { body: registration() }),
    ]);
    assert.deepEqual([one.status, two.status], [201, 201]);
    assert.notEqual(one.body.data.userId, two.body.data.userId);
  });

  test("the same card once in each environment, seen only there", async () => {
    const body = registration();
    const keys = await Promise.all(
      (["development", "staging", "production"] as const).map((environment) =>
        createTestKey({ organizationId: api.organizationId, environment }),
      ),
    );
    const answers = await Promise.all(keys.map((key) => api.post(path, { body, key })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    );
    const users = answers.map((answer) => answer.body.data.userId);
    assert.equal(new Set(users).size, 3);

    const [development, staging] = users;
    assert.equal((await api.get(`/receipts/${development}`)).status, 200);
    assertError(await api.get(`/receipts/${staging}`), { status: 404, code: "not_found" });
  });

  test("the hash that the caller sent is stored nowhere", async () => {
    const body = registration();
    assert.equal((await api.post(path, { body })).status, 201);
    const { rows } = await pool().query("SELECT c::text AS row FROM cardholder c");
    assert.ok(rows.length > 0);
    assert.equal(
      rows.some(({ row }) => row.includes(body.hashedPan)),
      false,
    );
  });
});

describe("200", () => {
  test("the same registration again is the same cardholder", async () => {
    const body = registration();
    const first = await api.post(path, { body });
    const again = await api.post(path, { body });
    assert.deepEqual([first.status, again.status], [201, 200]);
    assert.deepEqual(again.body, first.body);
  });

  test("the hash in upper case is the same card", async () => {
    const body = registration();
    const first = await api.post(path, { body });
    const upper = { ...body, hashedPan: String(body.hashedPan).toUpperCase() };
    const again = await api.post(path, { body: upper });
    assert.equal(again.status, 200);
    assert.equal(again.body.data.userId, first.body.data.userId);
  });

  test("of eight at once one creates and the others get the same cardholder", async () => {
    const body = registration();
    const answers = await Promise.all(Array.from({ length: 8 }, () => api.post(path, { body })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
    assert.equal(new Set(answers.map((answer) => answer.body.data.userId)).size, 1);
  });
});

describe("409", () => {
  test("the same card with another key, and nothing changes", async () => {
    const body = registration();
    await api.post(path, { body });
    const answer = await api.post(path, {
      body: { ...body, publicKey: otherPublicKey, keyId: "other" },
    });
    assertError(answer, { status: 409, code: "conflict", details: /keys\/rotate/ });
    const { body: paid } = await api.post("/payments/gateway_one/create", {
      body: paymentBody({ recipientHashedPan: body.hashedPan }),
    });
    assert.equal(paid.data.veroMetadata.keyId, keyId);
  });

  test("the same card and keyId with another key", async () => {
    const body = registration();
    await api.post(path, { body });
    const answer = await api.post(path, { body: { ...body, publicKey: otherPublicKey } });
    assertError(answer, { status: 409, code: "conflict" });
  });

  test("the same card and key under another keyId, which no rotation would help", async () => {
    const body = registration();
    await api.post(path, { body });
    const answer = await api.post(path, { body: { ...body, keyId: "other" } });
    assertError(answer, { status: 409, code: "conflict", details: /^keyId: / });
    assert.doesNotMatch(answer.body.error.details, /rotate/);
  });

  test("the same card by another issuer, even with the same key; the answer names no user", async () => {
    const body = registration();
    const { body: first } = await api.post(path, { body });
    const answer = await api.post(path, { body, key: await createTestKey() });
    assertError(answer, { status: 409, code: "conflict", details: /another issuer/ });
    assert.doesNotMatch(answer.body.error.details, /rotate/);
    assert.equal(JSON.stringify(answer.body).includes(first.data.userId), false);
  });
});

test("401 without a key, 403 without the scope onboarding:write", async () => {
  const key = await createTestKey({ scopes: ["payments:write"] });
  const body = registration();
  assertError(await api.post(path, { key: "", body }), { status: 401, code: "unauthorized" });
  assertError(await api.post(path, { key, body }), { status: 403, code: "forbidden" });
});
