import assert from "node:assert/strict";
import { test } from "node:test";
import { flattenedDecrypt, importPKCS8 } from "jose";
import type { SealedReceipt } from "./envelope.ts";
import { importPrivateKey } from "./recipient-key.ts";
import { openReceipt } from "./sealed-receipt.ts";
import { importStoredPublicKey } from "./stored-public-key.ts";
import { sealAsJwe } from "./suite/server-seal.ts";
import sealedByJoserfc from "./vectors/joserfc.json" with { type: "json" };
import vectors from "./vectors/vectors.json" with { type: "json" };

const { subtle } = crypto;
const oaep = { name: "RSA-OAEP", hash: "SHA-256" };
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

test("RFC 7516, followed step by step in WebCrypto, opens what we seal", async () => {
  assert.deepEqual(await decryptStepByStep(seal()), receipt);
});

test("and does not once the aad is another payment's", async () => {
  const aad = Buffer.from('{"paymentId":"pay_2","v":1}').toString("base64url");
  await assert.rejects(decryptStepByStep({ ...seal(), aad }), { name: "OperationError" });
});

test("we open what is sealed step by step", async () => {
  const imported = await importPrivateKey(privateKey);
  const sealed = await encryptStepByStep();
  assert.deepEqual(await openReceipt({ sealed, paymentId, privateKey: imported }), receipt);
});

test("we open what joserfc seals", async () => {
  const imported = await importPrivateKey(privateKey);
  const { sealed, paymentId, receipt } = sealedByJoserfc;
  assert.deepEqual(await openReceipt({ sealed, paymentId, privateKey: imported }), receipt);
});

function seal(): SealedReceipt {
  const key = importStoredPublicKey(publicKey);
  return sealAsJwe({ receipt, paymentId, recipient: { keyId, key } });
}

// Without a library and without our own code: what stands in RFC 7516 and 7518, and nothing else.

/** RFC 7516 section 5.2: RSA-OAEP-256 and A256GCM, one recipient. */
async function decryptStepByStep(envelope: SealedReceipt): Promise<unknown> {
  const { alg } = envelope.header;
  const { enc } = JSON.parse(Buffer.from(envelope.protected, "base64url").toString());
  assert.deepEqual({ alg, enc }, { alg: "RSA-OAEP-256", enc: "A256GCM" });

  const der = Buffer.from(privateKey.replace(/-----[^-]+-----/g, ""), "base64");
  const rsa = await subtle.importKey("pkcs8", der, oaep, false, ["decrypt"]);
  const contentKey = await subtle.decrypt(oaep, rsa, bytes(envelope.encrypted_key));
  const aes = await subtle.importKey("raw", contentKey, "AES-GCM", false, ["decrypt"]);
  const plaintext = await subtle.decrypt(
    {
      name: "AES-GCM",
      iv: bytes(envelope.iv),
      additionalData: Buffer.from(`${envelope.protected}.${envelope.aad}`, "ascii"),
      tagLength: 128,
    },
    aes,
    Buffer.concat([bytes(envelope.ciphertext), bytes(envelope.tag)]),
  );
  return JSON.parse(Buffer.from(plaintext).toString("utf8"));
}

/** RFC 7516 section 5.1, for the same two algorithms. */
async function encryptStepByStep(): Promise<SealedReceipt> {
  const der = Buffer.from(publicKey.replace(/-----[^-]+-----/g, ""), "base64");
  const rsa = await subtle.importKey("spki", der, oaep, false, ["encrypt"]);
  const contentKey = crypto.getRandomValues(new Uint8Array(32));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const head = text(Buffer.from('{"enc":"A256GCM"}'));
  const aad = text(Buffer.from(JSON.stringify({ paymentId, v: 1 })));
  const aes = await subtle.importKey("raw", contentKey, "AES-GCM", false, ["encrypt"]);
  const encrypted = await subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: Buffer.from(`${head}.${aad}`, "ascii"), tagLength: 128 },
    aes,
    Buffer.from(JSON.stringify(receipt)),
  );
  return {
    protected: head,
    header: { alg: "RSA-OAEP-256", kid: keyId },
    encrypted_key: text(await subtle.encrypt(oaep, rsa, contentKey)),
    iv: text(iv),
    ciphertext: text(encrypted.slice(0, -16)),
    tag: text(encrypted.slice(-16)),
    aad,
  };
}

function bytes(base64url: string): Buffer<ArrayBuffer> {
  return Buffer.from(base64url, "base64url");
}

function text(raw: ArrayBuffer | Uint8Array): string {
  return Buffer.from(new Uint8Array(raw)).toString("base64url");
}
