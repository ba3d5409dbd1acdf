import assert from "node:assert/strict";
import { test } from "node:test";
import { flattenedDecrypt, importPKCS8 } from "jose";
import nodeJose from "node-jose";
import type { SealedReceipt } from "./envelope.ts";
import { importPrivateKey } from "./rsa-keys.ts";
import { sealReceipt } from "./seal-receipt.ts";
import { openReceipt } from "./sealed-receipt.ts";
import { importStoredPublicKey } from "./stored-public-key.ts";
import vectors from "./vectors/vectors.json" with { type: "json" };

const { JWE, JWK } = nodeJose;
const { keyId, publicKey, privateKey } = vectors.keyPair;
const receipt = { merchantName: "Café ☕ 😀", totalAmount: 1250 };
const paymentId = "pay_1";

test("jose opens what we seal", async () => {
  const sealed = seal();
  const key = await importPKCS8(privateKey, "RSA-OAEP-256");
  const { plaintext, protectedHeader, unprotectedHeader, additionalAuthenticatedData } =
    await flattenedDecrypt(sealed, key);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(plaintext)), receipt);
  assert.deepEqual(protectedHeader, { enc: "A256GCM" });
  assert.deepEqual(unprotectedHeader, { alg: "RSA-OAEP-256", kid: keyId });
  const aad = new TextDecoder().decode(additionalAuthenticatedData);
  assert.equal(aad, '{"paymentId":"pay_1","v":1}');
});

test("jose does not open what we seal once the aad is another payment's", async () => {
  const aad = Buffer.from('{"paymentId":"pay_2","v":1}').toString("base64url");
  const key = await importPKCS8(privateKey, "RSA-OAEP-256");
  await assert.rejects(flattenedDecrypt({ ...seal(), aad }, key), /decryption operation failed/);
});

test("node-jose opens what we seal", async () => {
  const sealed = seal();
  const decryptor = JWE.createDecrypt(await JWK.asKey(privateKey, "pem", { kid: keyId }));
  const { plaintext } = await decryptor.decrypt(toGeneral(sealed));
  assert.deepEqual(JSON.parse(plaintext.toString("utf8")), receipt);
});

test("node-jose does not open what we seal once the aad is another payment's", async () => {
  const sealed = seal();
  const aad = Buffer.from('{"paymentId":"pay_2","v":1}').toString("base64url");
  const decryptor = JWE.createDecrypt(await JWK.asKey(privateKey, "pem", { kid: keyId }));
  await assert.rejects(decryptor.decrypt(toGeneral({ ...sealed, aad })), /decryption failed/);
});

test("we open what node-jose seals", async () => {
  const key = await JWK.asKey(publicKey, "pem", { kid: keyId });
  const options = {
    format: "flattened" as const,
    contentAlg: "A256GCM",
    protect: ["enc"],
    aad: Buffer.from(JSON.stringify({ paymentId, v: 1 })),
  };
  const recipient = { key, header: { alg: "RSA-OAEP-256" }, reference: "kid" as const };
  const encryptor = JWE.createEncrypt(options, recipient).update(JSON.stringify(receipt), "utf8");
  const sealed: SealedReceipt = JSON.parse(JSON.stringify(await encryptor.final()));
  const imported = await importPrivateKey(privateKey);
  assert.deepEqual(await openReceipt({ sealed, paymentId, privateKey: imported }), receipt);
});

function seal(): SealedReceipt {
  const key = importStoredPublicKey(publicKey);
  return sealReceipt({ receipt, paymentId, recipient: { keyId, key } });
}

/**
 * The general serialization of the same envelope (RFC 7516 section 7.2.1). node-jose drops the
 * per-recipient header of flattened input, which it writes itself; the flattened form is proven by
 * the vectors, which another implementation made.
 */
function toGeneral({ header, encrypted_key, ...rest }: SealedReceipt) {
  return { ...rest, recipients: [{ header, encrypted_key }] };
}
