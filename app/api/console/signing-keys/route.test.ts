import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, test } from "node:test";
import { calculateJwkThumbprint } from "jose";
import { MAX_SIGNING_KEYS } from "#lib/api-keys/contract.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

const P256 = { namedCurve: "P-256" };

const service = setUpTestService();
let developer: TestMember;
let call: ConsoleClient;
setUp(async () => {
  developer = await createTestMember({
    organizationId: await createTestOrganization("free", "merchant"),
  });
  call = createConsoleClient(service, developer);
});

const register = (publicKey: unknown, as = call) =>
  as("POST", "/signing-keys", { body: { name: "Till 1", publicKey } });

const spki = { format: "pem", type: "spki" } as const;

describe("201: a public key in any format", () => {
  const algorithms: [string, () => KeyObject][] = [
    ["ES256", () => generateKeyPairSync("ec", P256).publicKey],
    ["EdDSA", () => generateKeyPairSync("ed25519").publicKey],
  ];
  const formats: [string, (key: KeyObject) => unknown][] = [
    ["PEM", (key) => key.export(spki)],
    ["PEM with text around it", (key) => `# Till 1\n${key.export(spki)}Made in 2026.\n`],
    ["JWK", (key) => ({ ...key.export({ format: "jwk" }), kid: "mine" })],
    ["JWK as text", (key) => JSON.stringify(key.export({ format: "jwk" }))],
  ];
  for (const [algorithm, make] of algorithms) {
    for (const [format, write] of formats) {
      test(`${algorithm}, ${format}`, async () => {
        const key = make();
        const answer = await register(write(key));
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        const { id, createdAt, ...rest } = answer.body.data;
        assert.match(id, /^sk_[0-9a-f]{32}$/);
        assert.deepEqual(rest, {
          kid: await calculateJwkThumbprint(key.export({ format: "jwk" })),
          algorithm,
          name: "Till 1",
          publicKey: key.export(spki),
          environment: "development",
          retiredAt: null,
        });
        const [latest] = (await call("GET", "/signing-keys")).body.data.signingKeys;
        assert.deepEqual(latest, { id, createdAt, ...rest });
      });
    }
  }
});

describe("400", () => {
  const pem = { format: "pem", type: "pkcs8" } as const;
  const ec = () => generateKeyPairSync("ec", P256);
  const wrong: [string, () => unknown, RegExp][] = [
    ["a private key, PEM", () => ec().privateKey.export(pem), /^publicKey: is a private key/],
    [
      "a private key, SEC 1",
      () => ec().privateKey.export({ format: "pem", type: "sec1" }),
      /^publicKey: is a private key/,
    ],
    ["a private key, JWK", () => ec().privateKey.export({ format: "jwk" }), /is a private key/],
    [
      "a private key, JWK as text",
      () => JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" })),
      /is a private key/,
    ],
    [
      "a public key with a private one behind it",
      () => `${ec().publicKey.export(spki)}${ec().privateKey.export(pem)}`,
      /is a private key/,
    ],
    ["a shared secret", () => ({ kty: "oct", k: "c2VjcmV0" }), /is a private key/],
    [
      "RSA",
      () => generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export(spki),
      /ES256 \(P-256\) or EdDSA/,
    ],
    [
      "another curve",
      () => generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey.export(spki),
      /ES256/,
    ],
    ["Ed448", () => generateKeyPairSync("ed448").publicKey.export(spki), /ES256/],
    ["a key for agreement", () => generateKeyPairSync("x25519").publicKey.export(spki), /ES256/],
    [
      "a point off the curve",
      () => ({ kty: "EC", crv: "P-256", x: "AA", y: "AA" }),
      /must be a pub/,
    ],
    [
      "two keys",
      () => `${ec().publicKey.export(spki)}${ec().publicKey.export(spki)}`,
      /more than one key/,
    ],
    ["no key", () => "hello", /must be a public key/],
    ["broken JSON", () => "{", /must be a public key/],
    ["nothing", () => undefined, /^publicKey: /],
    ["too much", () => "x".repeat(9_000), /^publicKey: /],
  ];
  for (const [name, make, details] of wrong) {
    test(name, async () => {
      const given = make();
      const answer = await register(given);
      assertError(answer, { status: 400, code: "invalid_request", details });
      const secret =
        typeof given === "string" ? given.split("\n")[1] : (given as { d?: string })?.d;
      if (secret) assert.ok(!JSON.stringify([answer.body, service.logLines]).includes(secret));
    });
  }
});

test("409: the same key again in one environment; another environment accepts it", async () => {
  const key = generateKeyPairSync("ed25519").publicKey;
  assert.equal((await register(key.export(spki))).status, 201);
  const again = await register(key.export({ format: "jwk" }));
  assertError(again, { status: 409, code: "conflict", details: /^publicKey: / });
  const staging = createConsoleClient(service, developer, "staging");
  assert.equal((await register(key.export(spki), staging)).status, 201);
});

test("409: no more keys than anybody rotates", async () => {
  const crowded = createConsoleClient(service, await createTestMember({ kind: "merchant" }));
  const add = () =>
    register(generateKeyPairSync("ed25519").publicKey.export({ format: "jwk" }), crowded);
  for (let count = 0; count < MAX_SIGNING_KEYS; count++) assert.equal((await add()).status, 201);
  assertError(await add(), { status: 409, code: "conflict", details: /^at most / });

  const [{ id }] = (await crowded("GET", "/signing-keys")).body.data.signingKeys;
  await crowded("DELETE", `/signing-keys/${id}`);
  assert.equal((await add()).status, 201);
});

test("403: an issuer signs no receipts", async () => {
  const organizationId = await createTestOrganization("free", "issuer");
  const issuer = createConsoleClient(service, await createTestMember({ organizationId }));
  const answer = await register(generateKeyPairSync("ed25519").publicKey.export(spki), issuer);
  assertError(answer, { status: 403, code: "forbidden" });
});
