import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { beforeEach, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import {
  grant,
  paymentBody,
  randomHashedPan,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const path = "/keys/rotate";
type Pair = { keyId: string; publicKey: string; privateKey: string };

const service = setUpTestService();
const api = setUpApi(service);
const generate = () => api.call("POST /api/v1/onboarding/generate-keys");
const oldPair = setUp(generate);
const newPair = setUp(generate);
const thirdPair = setUp(generate);
let holder: TestCardholder;
beforeEach(async () => {
  const hashedPan = randomHashedPan();
  const { keyId, publicKey } = oldPair;
  const { userId } = await api.call("POST /api/v1/onboarding/register", {
    body: { hashedPan, keyId, publicKey },
  });
  holder = { ...oldPair, hashedPan, userId };
});

function rotation({ keyId, publicKey }: Pair = newPair): Record<string, unknown> {
  return { userId: holder.userId, keyId, publicKey };
}

async function open(paymentId: string, { keyId, privateKey }: Pair) {
  const tokenId = await grant(api, { ...holder, keyId });
  return await api.post("/payments/decrypt", { body: { paymentId, tokenId, privateKey } });
}

describe("200", () => {
  test("names the previous key", async () => {
    const { status, body } = await api.post(path, { body: rotation() });
    assert.equal(status, 200, JSON.stringify(body));
    const { userId } = holder;
    const data = { userId, keyId: newPair.keyId, previousKeyId: oldPair.keyId };
    assert.deepEqual(body, { success: true, data });
  });

  test("new payments are sealed to the new key, which opens them", async () => {
    await api.post(path, { body: rotation() });
    const { body } = await api.post("/payments/gateway_one/create", {
      body: paymentBody({ recipientHashedPan: holder.hashedPan }),
    });
    assert.equal(body.data.veroMetadata.keyId, newPair.keyId);
    const { paymentId } = body.data;
    assert.equal((await open(paymentId, newPair)).status, 200);
  });

  test("old receipts stay under the old key, for which access can still be granted", async () => {
    const paymentId = await createSealedPayment(api, holder, { note: "of the old days" });
    await api.post(path, { body: rotation() });

    const { body } = await api.get(`/receipts/${holder.userId}`);
    assert.equal(body.data.receipts[0].keyId, oldPair.keyId);
    const opened = await open(paymentId, oldPair);
    assert.equal(opened.status, 200, JSON.stringify(opened.body));
    assert.equal(opened.body.data.note, "of the old days");
  });

  test("a grant for one key gives no access to receipts of the other", async () => {
    const early = await createSealedPayment(api, holder);
    await api.post(path, { body: rotation() });
    const late = await createSealedPayment(api, holder);
    for (const [paymentId, granted, { privateKey }] of [
      [early, newPair, oldPair],
      [late, oldPair, newPair],
    ] as const) {
      const tokenId = await grant(api, { ...holder, keyId: granted.keyId });
      const access = { paymentId, tokenId };
      const decrypted = await api.post("/payments/decrypt", { body: { ...access, privateKey } });
      assertError(decrypted, { status: 403, code: "forbidden" });
      const fetched = await api.post("/payments/envelope", { body: access });
      assertError(fetched, { status: 403, code: "forbidden" });
    }
  });

  test("a token granted before the rotation still opens what it was granted for", async () => {
    const paymentId = await createSealedPayment(api, holder);
    const tokenId = await grant(api, holder);
    await api.post(path, { body: rotation() });
    const { privateKey } = oldPair;
    const { status } = await api.post("/payments/decrypt", {
      body: { paymentId, tokenId, privateKey },
    });
    assert.equal(status, 200);
  });

  test("the same call again is the same answer", async () => {
    const first = await api.post(path, { body: rotation() });
    const again = await api.post(path, { body: rotation() });
    assert.deepEqual([again.status, again.body], [200, first.body]);
  });

  test("the same call six times at once is one rotation", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => api.post(path, { body: rotation() })),
    );
    for (const { status, body } of answers) {
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.data.previousKeyId, oldPair.keyId);
    }
  });

  test("of two rotations at once each names the key it replaced", async () => {
    const answers = await Promise.all(
      [newPair, thirdPair].map((pair) => api.post(path, { body: rotation(pair) })),
    );
    for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body));
    const replaced = answers.map(({ body }) => body.data.previousKeyId);
    const chains = [
      [oldPair.keyId, newPair.keyId],
      [thirdPair.keyId, oldPair.keyId],
    ];
    assert.ok(
      chains.some((chain) => isDeepStrictEqual(chain, replaced)),
      replaced.join(),
    );
  });

  test("a second rotation names the key of the first", async () => {
    await api.post(path, { body: rotation() });
    const { body } = await api.post(path, { body: rotation(thirdPair) });
    assert.equal(body.data.previousKeyId, newPair.keyId);
  });
});

describe("400", () => {
  const { publicKey: small } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const refusals = [
    { name: "no userId", body: { userId: undefined }, details: /^userId: / },
    { name: "no keyId", body: { keyId: undefined }, details: /^keyId: / },
    { name: "keyId with a line break", body: { keyId: "a\nb" }, details: /^keyId: / },
    { name: "no publicKey", body: { publicKey: undefined }, details: /^publicKey: / },
    { name: "garbage for a key", body: { publicKey: "garbage" }, details: /^publicKey: / },
    {
      name: "RSA-1024",
      body: { publicKey: small.export({ format: "pem", type: "spki" }) },
      details: /^publicKey: /,
    },
  ];
  for (const { name, body, details } of refusals) {
    test(name, async () => {
      const answer = await api.post(path, { body: { ...rotation(), ...body } });
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }

  test("a private key, which is echoed nowhere", async () => {
    const { privateKey } = newPair;
    const answer = await api.post(path, { body: { ...rotation(), publicKey: privateKey } });
    assertError(answer, { status: 400, code: "invalid_request", details: /^publicKey: / });
    assert.match(JSON.stringify(answer.body), /private key/i);
    assert.equal(JSON.stringify(answer.body).includes(privateKey.slice(100, 140)), false);
  });
});

test("404 for an unknown user, another organization's and another environment's, all alike", async () => {
  const unknown = await api.post(path, { body: { ...rotation(), userId: "usr_unknown" } });
  assertError(unknown, { status: 404, code: "not_found" });
  for (const key of [
    await createTestKey(),
    await createTestKey({ organizationId: api.organizationId, environment: "staging" }),
  ]) {
    const answer = await api.post(path, { key, body: rotation() });
    assertError(answer, { status: 404, code: "not_found" });
    assertSameError(answer, unknown);
  }
});

describe("409", () => {
  test("another key under the keyId in use, and nothing changes", async () => {
    const body = { ...rotation(), keyId: oldPair.keyId };
    assertError(await api.post(path, { body }), { status: 409, code: "conflict" });
    assert.equal((await open(await createSealedPayment(api, holder), oldPair)).status, 200);
  });

  test("the current key under another keyId, and nothing changes", async () => {
    const answer = await api.post(path, { body: rotation({ ...oldPair, keyId: "other" }) });
    assertError(answer, { status: 409, code: "conflict", details: /^publicKey: / });
    assert.equal((await open(await createSealedPayment(api, holder), oldPair)).status, 200);
  });

  test("a late repetition of an earlier rotation does not bring its key back", async () => {
    await api.post(path, { body: rotation(newPair) });
    await api.post(path, { body: rotation(thirdPair) });
    const late = await api.post(path, { body: rotation(newPair) });
    assertError(late, { status: 409, code: "conflict" });
    assert.equal((await open(await createSealedPayment(api, holder), thirdPair)).status, 200);
  });
});

test("401 without a key, 403 without the scope onboarding:write", async () => {
  const key = await createTestKey({
    organizationId: api.organizationId,
    scopes: ["keys:grant", "receipts:decrypt"],
  });
  const unauthorized = await api.post(path, { key: "", body: rotation() });
  assertError(unauthorized, { status: 401, code: "unauthorized" });
  const forbidden = await api.post(path, { key, body: rotation() });
  assertError(forbidden, { status: 403, code: "forbidden" });
});
