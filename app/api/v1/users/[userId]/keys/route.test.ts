import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { setUpApi, type TestCardholder } from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { addPair, createPair, registerPair, type TestPair } from "#lib/testing/device-keys.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const first = setUp(() => createPair("RSA-2048"));
const phone = setUp(() => createPair("P-256"));
const tablet = setUp(() => createPair("P-256"));
let holder: TestCardholder;
beforeEach(async () => {
  holder = await registerPair(api, { ...first });
});

const pathOf = (userId: string) => `/users/${userId}/keys`;
const add = ({ keyId, publicKey }: TestPair, userId = holder.userId) =>
  api.post(pathOf(userId), { body: { keyId, publicKey } });

async function retire(keyId: string, { userId = holder.userId, key = api.key } = {}) {
  const url = `${service.url}/api/v1${pathOf(userId)}/${encodeURIComponent(keyId)}`;
  const response = await fetch(url, { method: "DELETE", headers: { "X-API-Key": key } });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function listKeyIds(): Promise<string[]> {
  const { body } = await api.get(pathOf(holder.userId));
  return body.data.keys.map(({ keyId }: { keyId: string }) => keyId);
}

describe("POST", () => {
  test("201 with the new device, which is not the current one", async () => {
    const { status, body } = await add(phone);
    assert.equal(status, 201, JSON.stringify(body));
    const { createdAt, ...rest } = body.data;
    const { keyId, publicKey } = phone;
    assert.deepEqual(rest, { keyId, kind: "P-256", publicKey, isCurrent: false });
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  });

  test("200 for the same again, also at once", async () => {
    const answers = await Promise.all([add(phone), add(phone), add(phone)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 201]);
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body.data))).size, 1);
    assert.deepEqual(await listKeyIds(), [first.keyId, phone.keyId]);
  });

  test("409 for a keyId of another key, and for a key under another keyId", async () => {
    await add(phone);
    const taken = await add({ ...tablet, keyId: phone.keyId });
    assertError(taken, { status: 409, code: "conflict", details: /^keyId: / });
    for (const pair of [phone, first]) {
      const twice = await add({ ...pair, keyId: "other" });
      assertError(twice, { status: 409, code: "conflict", details: /^publicKey: / });
    }
    assert.deepEqual(await listKeyIds(), [first.keyId, phone.keyId]);
  });

  test("409 for a key that was retired, and for the sixth device", async () => {
    await add(phone);
    await retire(phone.keyId);
    assertError(await add(phone), { status: 409, code: "conflict", details: /^keyId: / });

    const more = await Promise.all(Array.from({ length: 5 }, () => createPair("P-256")));
    const answers = [];
    for (const pair of more) answers.push(await add(pair));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201, 409],
    );
    // What is there already is no sixth one.
    assert.equal((await add(more[0] ?? phone)).status, 200);
  });

  test("two devices at once never make six", async () => {
    for (let count = 0; count < 3; count++) await add(await createPair("P-256"));
    const more = await Promise.all(Array.from({ length: 6 }, () => createPair("P-256")));
    const answers = await Promise.all(more.map((pair) => add(pair)));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, 409, 409, 409, 409, 409]);
    assert.equal((await listKeyIds()).length, 5);
  });

  const refusals = [
    { name: "no keyId", body: { keyId: undefined }, details: /^keyId: / },
    { name: "keyId with a line break", body: { keyId: "a\nb" }, details: /^keyId: / },
    { name: "no publicKey", body: { publicKey: undefined }, details: /^publicKey: / },
    { name: "garbage for a key", body: { publicKey: "garbage" }, details: /^publicKey: / },
  ];
  for (const { name, body, details } of refusals) {
    test(`400: ${name}`, async () => {
      const { keyId, publicKey } = phone;
      const answer = await api.post(pathOf(holder.userId), {
        body: { keyId, publicKey, ...body },
      });
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }

  test("400 for a private key, which is echoed nowhere", async () => {
    const { privateKey } = phone;
    const answer = await add({ ...phone, publicKey: privateKey });
    assertError(answer, { status: 400, code: "invalid_request", details: /private key/ });
    assert.equal(JSON.stringify(answer.body).includes(privateKey.slice(60, 100)), false);
  });
});

describe("GET", () => {
  test("the current key first, then the oldest first, with the kind of each", async () => {
    await addPair(api, holder, phone);
    await addPair(api, holder, tablet);
    const { status, body } = await api.get(pathOf(holder.userId));
    assert.equal(status, 200);
    const keys = body.data.keys.map(({ keyId, kind, isCurrent }: Record<string, unknown>) => ({
      keyId,
      kind,
      isCurrent,
    }));
    assert.deepEqual(keys, [
      { keyId: first.keyId, kind: "RSA-2048", isCurrent: true },
      { keyId: phone.keyId, kind: "P-256", isCurrent: false },
      { keyId: tablet.keyId, kind: "P-256", isCurrent: false },
    ]);
  });
});

describe("DELETE", () => {
  test("the current one: the next oldest becomes current, and receipts name it", async () => {
    await addPair(api, holder, phone);
    await addPair(api, holder, tablet);
    const { status, body } = await retire(first.keyId);
    assert.equal(status, 200, JSON.stringify(body));
    const { retiredAt, ...rest } = body.data;
    const { userId } = holder;
    const expected = { userId, keyId: first.keyId, status: "retired", currentKeyId: phone.keyId };
    assert.deepEqual(rest, expected);
    assert.deepEqual(await listKeyIds(), [phone.keyId, tablet.keyId]);

    await createSealedPayment(api, holder);
    const { body: list } = await api.get(`/receipts/${userId}`);
    assert.deepEqual(list.data.receipts[0].keyIds, [phone.keyId, tablet.keyId]);
    assert.deepEqual((await retire(first.keyId)).body.data, { ...expected, retiredAt });
  });

  test("another one: the current key stays", async () => {
    await addPair(api, holder, phone);
    assert.equal((await retire(phone.keyId)).body.data.currentKeyId, first.keyId);
    assert.deepEqual(await listKeyIds(), [first.keyId]);
  });

  test("409 for the last one, also of two at once", async () => {
    assertError(await retire(first.keyId), { status: 409, code: "conflict", details: /^keyId: / });
    await addPair(api, holder, phone);
    const answers = await Promise.all([retire(first.keyId), retire(phone.keyId)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await listKeyIds()).length, 1);
  });

  test("404 for a key that the user never had", async () => {
    assertError(await retire("key_unknown"), { status: 404, code: "not_found" });
  });
});

test("404 for an unknown user, another organization's and another environment's, all alike", async () => {
  await addPair(api, holder, phone);
  const { keyId, publicKey } = tablet;
  const call = async (userId: string, key: string) => [
    await api.post(pathOf(userId), { key, body: { keyId, publicKey } }),
    await api.get(pathOf(userId), { key }),
    await retire(phone.keyId, { userId, key }),
  ];
  const unknown = await call(`usr_${"0".repeat(32)}`, api.key);
  const { organizationId } = api;
  for (const key of [
    await createTestKey(),
    await createTestKey({ organizationId, environment: "staging" }),
  ]) {
    for (const [at, answer] of (await call(holder.userId, key)).entries()) {
      assertError(answer, { status: 404, code: "not_found" });
      assertSameError(answer, unknown[at] ?? answer);
    }
  }
  assert.deepEqual(await listKeyIds(), [first.keyId, phone.keyId]);
});

test("401 without a key, 403 without the scope", async () => {
  const { organizationId } = api;
  const reader = await createTestKey({ organizationId, scopes: ["receipts:read"] });
  const { keyId, publicKey } = phone;
  const body = { keyId, publicKey };
  const path = pathOf(holder.userId);
  assertError(await api.post(path, { key: "", body }), { status: 401, code: "unauthorized" });
  assertError(await api.post(path, { key: reader, body }), { status: 403, code: "forbidden" });
  assert.equal((await api.get(path, { key: reader })).status, 200);
  const refused = await retire(first.keyId, { key: reader });
  assertError(refused, { status: 403, code: "forbidden" });
});
