import assert from "node:assert/strict";
import { test } from "node:test";
import { importPrivateKey } from "#lib/crypto/recipient-key.ts";
import { sealReceipt } from "#lib/crypto/seal-receipt.ts";
import { openReceipt } from "#lib/crypto/sealed-receipt.ts";
import { importStoredPublicKey } from "#lib/crypto/stored-public-key.ts";
import vectors from "#lib/crypto/vectors/vectors.json" with { type: "json" };
import { type EnvelopeRow, toSealedReceipt } from "./envelope.ts";

const { keyId, publicKey, privateKey } = vectors.keyPair;
const paymentId = "pay_1";

function sealedRow(): EnvelopeRow {
  const key = importStoredPublicKey(publicKey);
  return {
    ...sealReceipt({ receipt: { a: 1 }, paymentId, keys: [key] }),
    id: paymentId,
    receiptStatus: "sealed",
    cardholderId: "usr_1",
    keyId,
  };
}

test("a stored receipt is a JWE of the documented shape, and opens", async () => {
  const sealed = toSealedReceipt(sealedRow(), keyId);
  assert.ok(sealed);
  const { encrypted_key, iv, ciphertext, tag, ...rest } = sealed;
  assert.deepEqual(rest, {
    protected: "eyJlbmMiOiJBMjU2R0NNIn0",
    header: { alg: "RSA-OAEP-256", kid: keyId },
    aad: "eyJwYXltZW50SWQiOiJwYXlfMSIsInYiOjF9",
  });
  const lengths = [encrypted_key, iv, ciphertext, tag].map(
    (part) => Buffer.from(part, "base64url").length,
  );
  assert.deepEqual(lengths, [256, 12, 7, 16]);
  const imported = await importPrivateKey(privateKey);
  assert.deepEqual(await openReceipt({ sealed, paymentId, privateKey: imported }), { a: 1 });
});

test("without its wrapped key it is none", () => {
  assert.equal(toSealedReceipt({ ...sealedRow(), encryptedKey: null }, keyId), undefined);
});
