import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { test } from "node:test";
import { MAX_GRACE_SECONDS } from "#lib/api-keys/contract.ts";
import { ApiError } from "#lib/client/api-error.ts";
import { describeKeyFailure, type Grace, graceEnd, graces, looksPrivate } from "./key-rules.ts";

const now = Date.parse("2026-03-10T12:00:00.000Z");
const cases: [string | null, Grace, { at: string; isOwn: boolean }][] = [
  [null, "now", { at: "2026-03-10T12:00:00.000Z", isOwn: false }],
  [null, "1d", { at: "2026-03-11T12:00:00.000Z", isOwn: false }],
  ["2026-03-10T12:30:00.000Z", "1h", { at: "2026-03-10T12:30:00.000Z", isOwn: true }],
  ["2026-03-20T12:00:00.000Z", "7d", { at: "2026-03-17T12:00:00.000Z", isOwn: false }],
];
for (const [expiresAt, grace, end] of cases) {
  test(`a key that expires ${expiresAt ?? "never"}, rolled with ${grace}`, () => {
    assert.deepEqual(graceEnd(expiresAt, grace, now), end);
  });
}

test("every choice is one that the API takes", () => {
  const seconds = Object.values(graces).map((grace) => grace.seconds);
  assert.equal(Math.max(...seconds), MAX_GRACE_SECONDS);
});

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

test("a key whose answer was lost may exist, and one that was refused does not", () => {
  const lost = new ApiError({ status: 0, code: "no_answer", message: "No answer" });
  assert.match(describeKeyFailure(lost), /may have been created all the same/);
  const refused = new ApiError({ status: 409, code: "conflict", message: "Is taken" });
  assert.equal(describeKeyFailure(refused), "Is taken.");
});
