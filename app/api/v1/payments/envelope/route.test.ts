import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { flattenedDecrypt, importPKCS8 } from "jose";
import { CryptoError } from "#lib/crypto/crypto-error.ts";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { pool } from "#lib/storage/database.ts";
import {
  grant,
  paymentBody,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const path = "/payments/envelope";

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
let paymentId: string;
setUp(async () => {
  paymentId = await createSealedPayment(api, holder, { note: "for your eyes only" });
});

async function fetchEnvelope(fields: Record<string, unknown> = {}, key?: string) {
  const tokenId = "tokenId" in fields ? fields.tokenId : await grant(api, holder);
  const body = { paymentId, ...fields, tokenId };
  return await api.post(path, { body, ...(key === undefined ? {} : { key }) });
}

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}

describe("200", () => {
  test("a flattened JWE of the documented format", async () => {
    const { status, body } = await fetchEnvelope();
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.success, true);
    assert.deepEqual(Object.keys(body.data).sort(), [
      "aad",
      "ciphertext",
      "encrypted_key",
      "header",
      "iv",
      "protected",
      "tag",
    ]);
    assert.deepEqual(decode(body.data.protected), { enc: "A256GCM" });
    assert.deepEqual(body.data.header, { alg: "RSA-OAEP-256", kid: holder.keyId });
    assert.deepEqual(decode(body.data.aad), { paymentId, v: 1 });
    const bytesOf = (name: string) => Buffer.from(body.data[name], "base64url").length;
    assert.deepEqual([bytesOf("iv"), bytesOf("tag"), bytesOf("encrypted_key")], [12, 16, 256]);
  });

  test("lib/crypto opens it with the holder's key, and with no other payment's id", async () => {
    const { body } = await fetchEnvelope();
    const privateKey = await importPrivateKey(holder.privateKey);
    const receipt = await openReceipt({ sealed: body.data, paymentId, privateKey });
    assert.equal(receipt.note, "for your eyes only");
    await assert.rejects(
      openReceipt({ sealed: body.data, paymentId: "pay_other", privateKey }),
      (error: unknown) => error instanceof CryptoError && error.reason === "wrong_payment",
    );
  });

  test("jose opens it: the request without the card's hash and nonce", async () => {
    const request = paymentBody({ recipientHashedPan: holder.hashedPan, cardNonce: "cnon:ok" });
    const created = await api.post("/payments/gateway_one/create", { body: request });
    const { body } = await fetchEnvelope({ paymentId: created.body.data.paymentId });
    const key = await importPKCS8(holder.privateKey, "RSA-OAEP-256");
    const { plaintext } = await flattenedDecrypt(body.data, key);
    const receipt = JSON.parse(new TextDecoder().decode(plaintext));

    const { recipientHashedPan: _, cardNonce: __, ...fields } = request;
    assert.deepEqual({ ...receipt, ...fields }, receipt);
    assert.equal("recipientHashedPan" in receipt || "cardNonce" in receipt, false);
    assert.equal(receipt.version, "1.0");
    assert.equal(receipt.items[0].mock, true);
  });

  test("one that was handed over from escrow opens too", async () => {
    const hashedPan = randomHashedPan();
    const waiting = await createSealedPayment(api, { hashedPan }, { note: "waited" });
    const { keyId, publicKey } = holder;
    const { body: user } = await api.post("/onboarding/register", {
      body: { hashedPan, keyId, publicKey },
    });
    const tokenId = await grant(api, { ...holder, userId: user.data.userId });
    const { body } = await fetchEnvelope({ paymentId: waiting, tokenId });
    assert.equal(body.data.header.kid, keyId);
    const key = await importPKCS8(holder.privateKey, "RSA-OAEP-256");
    const { plaintext } = await flattenedDecrypt(body.data, key);
    assert.equal(JSON.parse(new TextDecoder().decode(plaintext)).note, "waited");
  });

  test("two receipts of the same content share neither key, IV nor ciphertext", async () => {
    const fields = { receiptId: "r", note: "same" };
    const one = await createSealedPayment(api, holder, { ...fields, transactionId: "t-1" });
    const two = await createSealedPayment(api, holder, { ...fields, transactionId: "t-2" });
    const first = (await fetchEnvelope({ paymentId: one })).body.data;
    const second = (await fetchEnvelope({ paymentId: two })).body.data;
    for (const part of ["encrypted_key", "iv", "ciphertext", "tag"]) {
      assert.notEqual(first[part], second[part], part);
    }
  });
});

describe("the token", () => {
  const forbidden = { status: 403, code: "forbidden" } as const;

  test("is consumed", async () => {
    const tokenId = await grant(api, holder);
    assert.equal((await fetchEnvelope({ tokenId })).status, 200);
    assertError(await fetchEnvelope({ tokenId }), forbidden);
    const { privateKey } = holder;
    const decrypted = await api.post("/payments/decrypt", {
      body: { paymentId, tokenId, privateKey },
    });
    assertError(decrypted, forbidden);
  });

  test("gives the envelope to exactly one of twenty calls at once", async () => {
    const tokenId = await grant(api, holder);
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetchEnvelope({ tokenId })));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.equal(refused.length, 19);
    for (const answer of refused) assertError(answer, forbidden);
  });

  test("that is for one receipt opens it, and none of the others that it is tried on at once", async () => {
    const other = await createSealedPayment(api, holder);
    const tokenId = await grant(api, holder, { paymentId });
    const wanted = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? other : paymentId));
    const answers = await Promise.all(
      wanted.map((id) => fetchEnvelope({ tokenId, paymentId: id })),
    );
    const opened = answers.filter(({ status }) => status === 200);
    assert.deepEqual(
      opened.map(({ headers }) => headers.get("x-payment-id")),
      [paymentId],
    );
  });

  test("is refused alike where it is unknown, expired, or another user's", async () => {
    const expired = await grant(api, holder);
    await pool().query(
      "UPDATE access_token SET expires_at = now() - interval '1 second' - interval '1 second' WHERE hash = sha256($1)",
      [Buffer.from(expired)],
    );
    const unknown = await fetchEnvelope({ tokenId: "tok_unknown" });
    assertError(unknown, forbidden);
    for (const tokenId of [expired, await grant(api, await registerCardholder(api))]) {
      const answer = await fetchEnvelope({ tokenId });
      assertError(answer, forbidden);
      assertSameError(answer, unknown);
    }
  });

  test("is left as it was by a call that fails", async () => {
    const tokenId = await grant(api, holder);
    const waiting = await createSealedPayment(api, { hashedPan: randomHashedPan() });
    const escrowed = await fetchEnvelope({ tokenId, paymentId: waiting });
    assertError(escrowed, { status: 409, code: "conflict" });
    const unknown = await fetchEnvelope({ tokenId, paymentId: "pay_unknown" });
    assertError(unknown, { status: 404, code: "not_found" });
    assert.equal((await fetchEnvelope({ tokenId })).status, 200);
  });
});

describe("400", () => {
  const refusals = [
    { name: "no paymentId", fields: { paymentId: undefined }, details: /^paymentId: / },
    { name: "long paymentId", fields: { paymentId: "p".repeat(129) }, details: /^paymentId: / },
    { name: "no tokenId", fields: { tokenId: undefined }, details: /^tokenId: / },
    { name: "tokenId as a list", fields: { tokenId: ["tok"] }, details: /^tokenId: / },
  ];
  for (const { name, fields, details } of refusals) {
    test(name, async () => {
      assertError(await fetchEnvelope(fields), { status: 400, code: "invalid_request", details });
    });
  }
});

test("404 for another organization and another environment, as for an unknown payment", async () => {
  const unknown = await fetchEnvelope({ paymentId: "pay_unknown" });
  for (const key of [
    await createTestKey(),
    await createTestKey({ organizationId: api.organizationId, environment: "production" }),
  ]) {
    const answer = await fetchEnvelope({}, key);
    assertError(answer, { status: 404, code: "not_found" });
    assertSameError(answer, unknown);
  }
});

test("401 without a key, 403 without the scope receipts:decrypt", async () => {
  const key = await createTestKey({
    organizationId: api.organizationId,
    scopes: ["receipts:read", "keys:grant"],
  });
  assertError(await fetchEnvelope({}, ""), { status: 401, code: "unauthorized" });
  assertError(await fetchEnvelope({}, key), { status: 403, code: "forbidden" });
});
