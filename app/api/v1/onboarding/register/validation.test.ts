import assert from "node:assert/strict";
import {
  createPublicKey,
  generateKeyPairSync,
  generatePrimeSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { after, describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import { randomHashedPan, setUpApi } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";

const path = "/onboarding/register";
const { publicKey: publicObject, privateKey: privateObject } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
});
const publicKey = spkiPem(publicObject);

after(async () => {
  const { rows } = await pool().query("SELECT count(*)::int AS count FROM cardholder");
  assert.equal(rows[0].count, 0, "a refused registration must leave nothing behind");
});
const service = setUpTestService();
const api = setUpApi(service);

function spkiPem(key: KeyObject): string {
  return key.export({ format: "pem", type: "spki" }).toString();
}

const primeOf = (bits: number) => generatePrimeSync(bits, { bigint: true });

function publicKeyOf(modulus: bigint, exponent = 65_537n): string {
  const [n, e] = [modulus, exponent].map((value) => {
    const hex = value.toString(16);
    return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString(
      "base64url",
    );
  });
  return spkiPem(createPublicKey({ key: { kty: "RSA", n: `${n}`, e: `${e}` }, format: "jwk" }));
}

async function register(fields: Record<string, unknown>) {
  const body = { hashedPan: randomHashedPan(), publicKey, keyId: "key-1", ...fields };
  return await api.post(path, { body });
}

describe("a card number in place of its hash is named as such, and echoed nowhere", () => {
  const numbers = {
    "12 digits": "501800001234",
    "16 digits": "4242424242424242",
    "19 digits": "6304000000000000123",
    "16 digits in groups": "4242 4242 4242 4242",
  };
  for (const [name, hashedPan] of Object.entries(numbers)) {
    test(name, async () => {
      const answer = await register({ hashedPan });
      assertError(answer, { status: 400, code: "invalid_request", details: /^hashedPan: / });
      assert.match(JSON.stringify(answer.body), /SHA-256/);
      assert.equal(JSON.stringify(answer.body).includes(hashedPan), false);
      assert.equal(service.logLines.join("").includes(hashedPan), false);
    });
  }

  test("as a JSON number", async () => {
    const answer = await register({ hashedPan: 4242424242424242 });
    assertError(answer, { status: 400, code: "invalid_request", details: /^hashedPan: / });
    assert.equal(JSON.stringify(answer.body).includes("4242"), false);
  });
});

describe("a private key sent by mistake is named as such, and echoed nowhere", () => {
  const pkcs8 = privateObject.export({ format: "pem", type: "pkcs8" }).toString();
  const spellings = {
    "PKCS#8 PEM": pkcs8,
    "PKCS#8 PEM with CRLF": pkcs8.replaceAll("\n", "\r\n"),
    "PKCS#1 PEM": privateObject.export({ format: "pem", type: "pkcs1" }).toString(),
    "base64 of PKCS#8 DER": privateObject
      .export({ format: "der", type: "pkcs8" })
      .toString("base64"),
    "base64url of PKCS#8 DER": privateObject
      .export({ format: "der", type: "pkcs8" })
      .toString("base64url"),
  };
  for (const [name, text] of Object.entries(spellings)) {
    test(name, async () => {
      const answer = await register({ publicKey: text });
      assertError(answer, { status: 400, code: "invalid_request", details: /^publicKey: / });
      const message = JSON.stringify(answer.body);
      assert.match(message, /private key/i);
      assert.equal(message.includes(text.slice(100, 140)), false);
    });
  }
});

describe("400", () => {
  const rsa = (modulusLength: number, publicExponent = 65537) =>
    generateKeyPairSync("rsa", { modulusLength, publicExponent }).publicKey;
  const refusedKeys = {
    "RSA-1024": spkiPem(rsa(1024)),
    "RSA-2047": spkiPem(rsa(2047)),
    "RSA-3072": spkiPem(rsa(3072)),
    "RSA-2048 with e = 3": spkiPem(rsa(2048, 3)),
    "RSA-2048 with e above 2^64": publicKeyOf(primeOf(1024) * primeOf(1024), 2n ** 64n + 1n),
    "RSA-2048 with a square for a modulus": publicKeyOf(primeOf(1024) ** 2n),
    "RSA-2048 with a prime for a modulus": publicKeyOf(primeOf(2048)),
    "RSA-PSS": spkiPem(generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).publicKey),
    "EC P-384": spkiPem(generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey),
    "EC P-256 with its curve spelled out": spkiPem(
      generateKeyPairSync("ec", { namedCurve: "P-256", paramEncoding: "explicit" }).publicKey,
    ),
    X25519: spkiPem(generateKeyPairSync("x25519").publicKey),
    "PKCS#1 PEM": createPublicKey(publicKey).export({ format: "pem", type: "pkcs1" }).toString(),
    "two PEM blocks": publicKey + publicKey,
    "PEM cut in half": publicKey.slice(0, publicKey.length / 2),
    "PEM with a flipped digit": publicKey.replace("MIIB", "MIIC"),
    "random bytes": randomBytes(294).toString("base64"),
    "not base64": "!".repeat(392),
    "a sentence": "my public key",
    empty: "",
    "9 KiB": "A".repeat(9 * 1024),
    "a number": 5,
    "an object": createPublicKey(publicKey).export({ format: "jwk" }),
    null: null,
    missing: undefined,
  };
  const others = [
    { name: "63 digits", body: { hashedPan: "a".repeat(63) }, details: /^hashedPan: / },
    { name: "65 digits", body: { hashedPan: "a".repeat(65) }, details: /^hashedPan: / },
    { name: "not hexadecimal", body: { hashedPan: "g".repeat(64) }, details: /^hashedPan: / },
    { name: "trailing space", body: { hashedPan: `${"a".repeat(64)} ` }, details: /^hashedPan: / },
    { name: "trailing line", body: { hashedPan: `${"a".repeat(64)}\n` }, details: /^hashedPan: / },
    { name: "empty hash", body: { hashedPan: "" }, details: /^hashedPan: / },
    { name: "missing hash", body: { hashedPan: undefined }, details: /^hashedPan: / },
    { name: "list of hashes", body: { hashedPan: ["a".repeat(64)] }, details: /^hashedPan: / },
    { name: "empty keyId", body: { keyId: "" }, details: /^keyId: / },
    { name: "keyId of 129 characters", body: { keyId: "k".repeat(129) }, details: /^keyId: / },
    { name: "keyId with a line break", body: { keyId: "a\nb" }, details: /^keyId: / },
    { name: "keyId with NUL", body: { keyId: "a\0b" }, details: /^keyId: / },
    { name: "keyId with a lone surrogate", body: { keyId: "a\ud800" }, details: /^keyId: / },
    { name: "keyId with a bell", body: { keyId: "a\u0007" }, details: /^keyId: / },
    { name: "numeric keyId", body: { keyId: 7 }, details: /^keyId: / },
    { name: "missing keyId", body: { keyId: undefined }, details: /^keyId: / },
  ];
  const refusals = [
    ...Object.entries(refusedKeys).map(([name, key]) => ({
      name: `public key: ${name}`,
      body: { publicKey: key },
      details: /^publicKey: /,
    })),
    ...others,
  ];
  for (const { name, body, details } of refusals) {
    test(name, async () => {
      assertError(await register(body), { status: 400, code: "invalid_request", details });
    });
  }

  test("every failing field is listed", async () => {
    const answer = await register({ hashedPan: "x", keyId: "" });
    assertError(answer, { status: 400, code: "invalid_request", details: /hashedPan: .*keyId: / });
  });

  for (const body of ["[]", "null", '"text"', "7", "{", ""]) {
    test(`a body that is not an object: ${JSON.stringify(body)}`, async () => {
      assertError(await api.post(path, { body }), { status: 400, code: "invalid_request" });
    });
  }
});
