import assert from "node:assert/strict";
import { test } from "node:test";
import { flattenedDecrypt, importPKCS8 } from "jose";
import type { SealedReceipt } from "./envelope.ts";
import { importPrivateKey } from "./recipient-key.ts";
import { openReceipt } from "./sealed-receipt.ts";
import { importStoredPublicKey } from "./stored-public-key.ts";
import { sealAsJwe } from "./suite/server-seal.ts";
import sealedByJoserfc from "./vectors/joserfc.json" with { type: "json" };
import p256 from "./vectors/p256.json" with { type: "json" };
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

test("jose opens what we seal to P-256", async () => {
  const key = await importPKCS8(p256.keyPair.privateKey, "ECDH-ES+A256KW");
  const { plaintext, protectedHeader } = await flattenedDecrypt(sealToP256(), key);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(plaintext)), receipt);
  assert.deepEqual(protectedHeader, { enc: "A256GCM" });
});

test("RFC 7518 section 4.6, followed step by step in WebCrypto, opens what we seal to P-256", async () => {
  assert.deepEqual(await decryptStepByStep(sealToP256(), unwrapByAgreement), receipt);
});

function sealToP256(): SealedReceipt {
  const { keyId, publicKey } = p256.keyPair;
  const key = importStoredPublicKey(publicKey);
  return sealAsJwe({ receipt, paymentId, recipient: { keyId, key } });
}

function seal(): SealedReceipt {
  const key = importStoredPublicKey(publicKey);
  return sealAsJwe({ receipt, paymentId, recipient: { keyId, key } });
}

// Without a library and without our own code: what stands in RFC 7516 and 7518, and nothing else.

/** RFC 7516 section 5.2, with A256GCM, for one recipient. */
async function decryptStepByStep(envelope: SealedReceipt, unwrap = unwrapByOaep): Promise<unknown> {
  const { enc } = JSON.parse(Buffer.from(envelope.protected, "base64url").toString());
  assert.equal(enc, "A256GCM");
  const contentKey = await unwrap(envelope);
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

async function unwrapByOaep({ header, encrypted_key }: SealedReceipt): Promise<ArrayBuffer> {
  assert.equal(header.alg, "RSA-OAEP-256");
  const der = Buffer.from(privateKey.replace(/-----[^-]+-----/g, ""), "base64");
  const rsa = await subtle.importKey("pkcs8", der, oaep, false, ["decrypt"]);
  return await subtle.decrypt(oaep, rsa, bytes(encrypted_key));
}

async function unwrapByAgreement({ header, encrypted_key }: SealedReceipt): Promise<ArrayBuffer> {
  assert.ok(header.alg === "ECDH-ES+A256KW");
  const ecdh = { name: "ECDH", namedCurve: "P-256" };
  const pem = p256.keyPair.privateKey;
  const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64");
  const own = await subtle.importKey("pkcs8", der, ecdh, false, ["deriveBits"]);
  const sender = await subtle.importKey("jwk", header.epk, ecdh, false, []);
  const shared = await subtle.deriveBits({ name: "ECDH", public: sender }, own, 256);
  // One round of the Concat KDF: counter, Z, AlgorithmID, no PartyUInfo, no PartyVInfo, 256 bits.
  const name = Buffer.from("ECDH-ES+A256KW");
  const number = (value: number) => Buffer.from([0, 0, value >> 8, value & 255]);
  const input = [
    number(1),
    Buffer.from(shared),
    number(14),
    name,
    number(0),
    number(0),
    number(256),
  ];
  const derived = await subtle.digest("SHA-256", Buffer.concat(input));
  const wrapping = await subtle.importKey("raw", derived, "AES-KW", false, ["unwrapKey"]);
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const wrapped = bytes(encrypted_key);
  const key = await subtle.unwrapKey("raw", wrapped, wrapping, "AES-KW", hmac, true, ["sign"]);
  return await subtle.exportKey("raw", key);
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
