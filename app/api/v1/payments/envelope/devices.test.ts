import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { expireEscrow } from "#lib/escrow/release.ts";
import { pool } from "#lib/storage/database.ts";
import { inTransaction } from "#lib/storage/transaction.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  refundBody,
  setUpApi,
  type TestCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { addPair, createPair, registerPair, type TestPair } from "#lib/testing/device-keys.ts";
import { requestErasure } from "#lib/testing/request-erasure.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const api = setUpApi(service);
const rsa = setUp(() => createPair("RSA-2048"));
const p256 = setUp(() => createPair("P-256"));
const tablet = setUp(() => createPair("P-256"));

async function fetchEnvelope(paymentId: string, holder: TestCardholder, { keyId }: TestPair) {
  const tokenId = await grant(api, { ...holder, keyId }, { paymentId });
  return await api.call("POST /api/v1/payments/envelope", { body: { paymentId, tokenId } });
}

/** On the device, and by the service. */
async function openBothWays(paymentId: string, holder: TestCardholder, pair: TestPair) {
  const sealed = await fetchEnvelope(paymentId, holder, pair);
  assert.equal(sealed.header.kid, pair.keyId);
  const privateKey = await importPrivateKey(pair.privateKey);
  const onDevice = await openReceipt({ sealed, paymentId, privateKey });

  const tokenId = await grant(api, { ...holder, keyId: pair.keyId });
  const decrypted = await api.post("/payments/decrypt", {
    body: { paymentId, tokenId, privateKey: pair.privateKey },
  });
  assert.equal(decrypted.status, 200, JSON.stringify(decrypted.body));
  assert.deepEqual([onDevice.note, decrypted.body.data.note], ["for all", "for all"]);
  return sealed;
}

const pay = (fields: object) =>
  api.post("/payments/gateway_one/create", { body: paymentBody({ note: "for all", ...fields }) });

describe("a P-256 key alone", () => {
  test("sealed at once: answers and envelope say how, and it opens both ways", async () => {
    const holder = await registerPair(api, p256);
    const { body } = await pay({ recipientHashedPan: holder.hashedPan });
    const { paymentId, veroMetadata } = body.data;
    assert.deepEqual([veroMetadata.algorithm, veroMetadata.keyId], ["ECDH-ES+A256KW", p256.keyId]);
    const found = await api.get(`/payments/gateway_one/${paymentId}`);
    assert.equal(found.body.data.veroMetadata.algorithm, "ECDH-ES+A256KW");

    const { header } = await openBothWays(paymentId, holder, p256);
    assert.ok(header.alg === "ECDH-ES+A256KW");
    assert.deepEqual(Object.keys(header).sort(), ["alg", "epk", "kid"]);
    assert.deepEqual(Object.keys(header.epk).sort(), ["crv", "kty", "x", "y"]);
  });

  test("from escrow, at registration, alone and in a batch", async () => {
    for (const path of ["/onboarding/register", "/onboarding/register/batch"]) {
      const hashedPan = randomHashedPan();
      const { paymentId } = (await pay({ recipientHashedPan: hashedPan })).body.data;
      const { keyId, publicKey } = p256;
      const registration = { hashedPan, keyId, publicKey };
      const isBatch = path.endsWith("batch");
      const body = isBatch ? { registrations: [registration] } : registration;
      const answer = (await api.post(path, { body })).body.data;
      const { userId } = isBatch ? answer.results[0].data : answer;
      await openBothWays(paymentId, { ...p256, hashedPan, userId }, p256);
    }
  });

  test("a rotation changes the kind of key, in either direction", async () => {
    const holder = await registerPair(api, rsa);
    for (const next of [p256, { ...rsa, keyId: "again" }]) {
      const { keyId, publicKey } = next;
      const body = { userId: holder.userId, keyId, publicKey };
      assert.equal((await api.post("/keys/rotate", { body })).status, 200);
      const paymentId = await createSealedPayment(api, holder, { note: "for all" });
      await openBothWays(paymentId, holder, next);
    }
  });
});

describe("several devices", () => {
  async function createHolder(): Promise<TestCardholder> {
    const holder = await registerPair(api, rsa);
    await addPair(api, holder, p256);
    await addPair(api, holder, tablet);
    return holder;
  }

  test("each opens a receipt and its credit note with its own key, both ways", async () => {
    const holder = await createHolder();
    const { body } = await pay({ recipientHashedPan: holder.hashedPan });
    const { paymentId, veroMetadata } = body.data;
    assert.deepEqual([veroMetadata.algorithm, veroMetadata.keyId], ["RSA-OAEP-256", rsa.keyId]);
    const refund = await api.call("POST /api/v1/payments/{gateway}/{paymentId}/refunds", {
      params: { gateway: "gateway_one", paymentId },
      body: refundBody({ note: "for all" }),
    });
    for (const pair of [rsa, p256, tablet]) {
      await openBothWays(paymentId, holder, pair);
      await openBothWays(refund.refundId, holder, pair);
    }
    const { body: list } = await api.get(`/receipts/${holder.userId}`);
    for (const { keyId, keyIds } of list.data.receipts) {
      assert.equal(keyId, rsa.keyId);
      assert.equal(keyIds[0], rsa.keyId);
      assert.deepEqual([...keyIds].sort(), [rsa, p256, tablet].map((pair) => pair.keyId).sort());
    }
  });

  test("a receipt from before a device was added stays with the others", async () => {
    const holder = await registerPair(api, rsa);
    const paymentId = await createSealedPayment(api, holder, { note: "for all" });
    await addPair(api, holder, p256);

    const { userId } = holder;
    const bound = { userId, keyId: p256.keyId, paymentId };
    const refused = await api.post("/keys/grant-access", { body: bound });
    assertError(refused, { status: 404, code: "not_found" });
    for (const path of ["/payments/envelope", "/payments/decrypt"]) {
      const tokenId = await grant(api, { userId, keyId: p256.keyId });
      const { privateKey } = p256;
      const secret = path.endsWith("decrypt") ? { privateKey } : {};
      const misfit = await api.post(path, { body: { paymentId, tokenId, ...secret } });
      assertError(misfit, { status: 403, code: "forbidden" });
    }
    await openBothWays(paymentId, holder, rsa);
    const { body } = await api.get(`/receipts/${userId}`);
    assert.deepEqual(body.data.receipts[0].keyIds, [rsa.keyId]);
  });

  test("a token of one device opens nothing with the key of another", async () => {
    const holder = await createHolder();
    const paymentId = await createSealedPayment(api, holder);
    const tokenId = await grant(api, { ...holder, keyId: p256.keyId }, { paymentId });
    const { privateKey } = tablet;
    const answer = await api.post("/payments/decrypt", {
      body: { paymentId, tokenId, privateKey },
    });
    assertError(answer, { status: 403, code: "forbidden" });
  });

  test("a named device is replaced in its place; the same call again changes nothing", async () => {
    const holder = await createHolder();
    const next = await createPair("P-256");
    const body = {
      userId: holder.userId,
      keyId: next.keyId,
      publicKey: next.publicKey,
      previousKeyId: p256.keyId,
    };
    const rotated = await api.post("/keys/rotate", { body });
    assert.equal(rotated.body.data.previousKeyId, p256.keyId, JSON.stringify(rotated.body));
    assert.deepEqual((await api.post("/keys/rotate", { body })).body, rotated.body);
    const { body: list } = await api.get(`/users/${holder.userId}/keys`);
    const keyIds = list.data.keys.map(({ keyId }: { keyId: string }) => keyId);
    assert.deepEqual(keyIds, [rsa.keyId, tablet.keyId, next.keyId]);

    const other = await createPair("P-256");
    const again = { ...body, keyId: other.keyId, publicKey: other.publicKey };
    const gone = await api.post("/keys/rotate", { body: again });
    assertError(gone, { status: 409, code: "conflict", details: /^previousKeyId: / });
    const unknown = { ...again, previousKeyId: "unknown" };
    assertError(await api.post("/keys/rotate", { body: unknown }), {
      status: 404,
      code: "not_found",
    });
  });

  test("whatever destroys a receipt destroys the wraps for every device", async () => {
    const holder = await createHolder();
    const erased = await createSealedPayment(api, holder);
    const declined = paymentBody({
      recipientHashedPan: holder.hashedPan,
      paymentMethod: "pm_card_chargeDeclined",
    });
    const refused = await api.post("/payments/gateway_one/create", { body: declined });
    assertError(refused, { status: 402, code: "payment_declined" });
    const waiting = (await pay({})).body.data.paymentId;
    await pool().query("UPDATE payment SET escrowed_at = '2020-01-01' WHERE id = $1", [waiting]);
    await inTransaction((transaction) => expireEscrow(transaction));
    await requestErasure(service, holder.userId, api.key);

    const { rows } = await pool().query(
      `SELECT receipt_status AS status, encrypted_key, ephemeral_key, other_recipients
       FROM payment WHERE id = ANY ($1) OR transaction_id = $2 ORDER BY receipt_status::text`,
      [[erased, waiting], declined.transactionId],
    );
    const nothing = { encrypted_key: null, ephemeral_key: null, other_recipients: null };
    assert.deepEqual(
      rows,
      ["erased", "expired", "void"].map((status) => ({ status, ...nothing })),
    );
  });
});
