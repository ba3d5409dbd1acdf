import assert from "node:assert/strict";
import { createCipheriv, randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { decodeHex } from "./bytes.ts";
import { matchesTag, requireContentKeyOf } from "./check-tag.ts";
import { flipEachBit } from "./suite/flip-each-bit.ts";

type Vector = { name: string; iv: string; additionalData: string; ciphertext: string; tag: string };

const zeroKey = "00".repeat(32);
const otherKey = "feffe9928665731c6d6a8f9467308308".repeat(2);
const long =
  "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa" +
  "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662";

/** Test cases 13 to 16 of the specification of GCM that SP 800-38D refers to. */
const vectors: (Vector & { key: string })[] = [
  {
    name: "13: nothing at all",
    key: zeroKey,
    iv: "00".repeat(12),
    additionalData: "",
    ciphertext: "",
    tag: "530f8afbc74536b9a963b4f1c4cb738b",
  },
  {
    name: "14: one block",
    key: zeroKey,
    iv: "00".repeat(12),
    additionalData: "",
    ciphertext: "cea7403d4d606b6e074ec5d3baf39d18",
    tag: "d0d1c8a799996bf0265b98b5d48ab919",
  },
  {
    name: "15: whole blocks",
    key: otherKey,
    iv: "cafebabefacedbaddecaf888",
    additionalData: "",
    ciphertext: `${long}898015ad`,
    tag: "b094dac5d93471bdec1a502270e3cc6c",
  },
  {
    name: "16: parts of blocks, and additional data",
    key: otherKey,
    iv: "cafebabefacedbaddecaf888",
    additionalData: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
    ciphertext: long,
    tag: "76fc6ece0f4e1768cddf8853bb2d551b",
  },
];

for (const { name, key, ...hex } of vectors) {
  test(`GCM test case ${name}`, () => {
    const parts = {
      iv: decodeHex(hex.iv),
      additionalData: decodeHex(hex.additionalData),
      ciphertext: decodeHex(hex.ciphertext),
      tag: decodeHex(hex.tag),
    };
    assert.ok(matchesTag(decodeHex(key), parts));
    for (const part of ["iv", "additionalData", "ciphertext", "tag"] as const) {
      for (const changed of flipEachBit(parts[part])) {
        assert.ok(!matchesTag(decodeHex(key), { ...parts, [part]: changed }), part);
      }
    }
    for (const other of flipEachBit(decodeHex(key))) assert.ok(!matchesTag(other, parts), "key");
  });
}

/** By OpenSSL. */
function encrypt(key: Buffer<ArrayBuffer>, length: number, additionalLength: number) {
  const iv = randomBytes(12);
  const additionalData = randomBytes(additionalLength);
  const cipher = createCipheriv("aes-256-gcm", key, iv, { authTagLength: 16 });
  cipher.setAAD(additionalData);
  const ciphertext = Buffer.concat([cipher.update(randomBytes(length)), cipher.final()]);
  return { iv, additionalData, ciphertext, tag: cipher.getAuthTag() };
}

describe("the tag of OpenSSL is the one that is expected here", () => {
  const lengths = [0, 1, 2, 15, 16, 17, 31, 32, 33, 1000, 1024, 1025, 65_536, 65_537, 184_321];
  for (const length of lengths) {
    test(`${length} bytes`, () => {
      for (const additionalLength of [0, 1, 16, 90]) {
        const key = randomBytes(32);
        const parts = encrypt(key, length, additionalLength);
        assert.ok(matchesTag(key, parts), `${additionalLength} bytes of additional data`);
        assert.ok(!matchesTag(randomBytes(32), parts));
      }
    });
  }

  test("and for no tag or IV of another length", () => {
    const key = randomBytes(32);
    const parts = encrypt(key, 40, 20);
    for (const tag of [parts.tag.subarray(0, 12), new Uint8Array(0), new Uint8Array(17)]) {
      assert.ok(!matchesTag(key, { ...parts, tag }));
    }
    assert.ok(!matchesTag(key, { ...parts, iv: new Uint8Array(16) }));
  });
});

describe("a content key is that of its own envelope alone", () => {
  const key = randomBytes(32);
  const bind = (paymentId: string) => {
    const header = Buffer.from('{"enc":"A256GCM"}').toString("base64url");
    const aad = Buffer.from(JSON.stringify({ paymentId, v: 1 })).toString("base64url");
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(`${header}.${aad}`));
    const ciphertext = Buffer.concat([cipher.update("{}"), cipher.final()]);
    return { paymentId, protectedHeader: header, iv, ciphertext, tag: cipher.getAuthTag() };
  };
  const bound = bind("pay_1");
  const refused = { name: "CryptoError", reason: "wrong_content_key" };

  test("and not of another payment's, header's, or key's", () => {
    requireContentKeyOf(key, bound);
    const others = [
      { ...bound, paymentId: "pay_2" },
      { ...bound, protectedHeader: `${bound.protectedHeader}A` },
      { ...bound, ...bind("pay_2"), paymentId: "pay_1" },
    ];
    for (const other of others) assert.throws(() => requireContentKeyOf(key, other), refused);
    assert.throws(() => requireContentKeyOf(randomBytes(32), bound), refused);
  });
});
