import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { looksPrivate } from "./looks-private.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");

test("private keys are known by their looks", () => {
  const texts = [
    privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    JSON.stringify(privateKey.export({ format: "jwk" })),
    JSON.stringify(privateKey.export({ format: "jwk" }), null, 2),
    '{"kty":"oct","k":"c2VjcmV0"}',
  ];
  for (const text of texts) assert.equal(looksPrivate(text), true, text);
});

test("public keys, and what is no key, go to the service", () => {
  const texts = [
    publicKey.export({ format: "pem", type: "spki" }).toString(),
    JSON.stringify(publicKey.export({ format: "jwk" })),
    "hello",
    "",
  ];
  for (const text of texts) assert.equal(looksPrivate(text), false, text);
});
