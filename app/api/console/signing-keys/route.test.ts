import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { describe, mock, test } from "node:test";
import { MAX_SIGNING_KEYS } from "#lib/api-keys/contract.ts";
import { CHALLENGE_MINUTES, createSigningChallenge } from "#lib/api-keys/signing-challenge.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import {
  type ConsoleClient,
  createConsoleClient,
  createTestMember,
  type TestMember,
} from "#lib/testing/console-client.ts";
import { prove, registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  createSigningPair,
  type SigningPair,
  signChallenge,
  signRequest,
} from "#lib/testing/sign-request.ts";
import { createTestOrganization, setUpTestService } from "#lib/testing/test-service.ts";

const P256 = { namedCurve: "P-256" };

const service = setUpTestService();
let developer: TestMember;
let call: ConsoleClient;
setUp(async () => {
  developer = await createTestMember({
    organizationId: await createTestOrganization("enterprise", "merchant"),
  });
  call = createConsoleClient(service, developer);
});

const register = (publicKey: unknown, proof: string, as = call) =>
  as("POST", "/signing-keys", { body: { name: "Till 1", publicKey, proof } });

const registerPair = async (pair: SigningPair, as = call) =>
  register(pair.publicKey.export(spki), await prove(as, pair), as);

const spki = { format: "pem", type: "spki" } as const;

describe("201: a public key in any format", () => {
  const formats: [string, (key: KeyObject) => unknown][] = [
    ["PEM", (key) => key.export(spki)],
    ["PEM with text around it", (key) => `# Till 1\n${key.export(spki)}Made in 2026.\n`],
    ["JWK", (key) => ({ ...key.export({ format: "jwk" }), kid: "mine" })],
    ["JWK as text", (key) => JSON.stringify(key.export({ format: "jwk" }))],
  ];
  for (const algorithm of ["ES256", "EdDSA"] as const) {
    for (const [format, write] of formats) {
      test(`${algorithm}, ${format}`, async () => {
        const pair = await createSigningPair(algorithm);
        const answer = await register(write(pair.publicKey), await prove(call, pair));
        assert.equal(answer.status, 201, JSON.stringify(answer.body));
        const { id, createdAt, ...rest } = answer.body.data;
        assert.match(id, /^sk_[0-9a-f]{32}$/);
        assert.deepEqual(rest, {
          kid: pair.kid,
          algorithm,
          name: "Till 1",
          publicKey: pair.publicKey.export(spki),
          environment: "development",
          provenAt: createdAt,
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
    ["a point off the curve", () => ({ kty: "EC", crv: "P-256", x: "AA", y: "AA" }), /must be PEM/],
    [
      "two keys",
      () => `${ec().publicKey.export(spki)}${ec().publicKey.export(spki)}`,
      /more than one key/,
    ],
    ["no key", () => "hello", /must be PEM/],
    ["broken JSON", () => "{", /must be PEM/],
    ["nothing", () => undefined, /^publicKey: /],
    ["too much", () => "x".repeat(9_000), /^publicKey: /],
  ];
  for (const [name, make, details] of wrong) {
    test(name, async () => {
      const given = make();
      const answer = await register(given, "a.b.c");
      assertError(answer, { status: 400, code: "invalid_request", details });
      const secret =
        typeof given === "string" ? given.split("\n")[1] : (given as { d?: string })?.d;
      if (secret) assert.ok(!JSON.stringify([answer.body, service.logLines]).includes(secret));
    });
  }
});

describe("400: the private key is not proven", () => {
  const challengeFrom = async (from: ConsoleClient) =>
    (await from("POST", "/signing-keys/challenge")).body.data.challenge as string;
  const signFresh = async (pair: SigningPair, header = {}) =>
    signChallenge(pair, await challengeFrom(call), header);

  const wrong: [string, (pair: SigningPair) => Promise<string | undefined>, RegExp][] = [
    ["no proof", async () => undefined, /^proof: /],
    ["the challenge itself", () => challengeFrom(call), /^proof: must be a compact JWS/],
    [
      "signed by another key",
      async (pair) => signFresh({ ...(await createSigningPair("EdDSA")), kid: pair.kid }),
      /^proof: is not signed by the private key of publicKey/,
    ],
    ["another alg", (pair) => signFresh(pair, { alg: "ES256" }), /alg EdDSA$/],
    ["no kid", (pair) => signFresh(pair, { kid: undefined }), /^proof: kid in its header must be /],
    [
      "a detached signature",
      async (pair) => signRequest(pair, await challengeFrom(call)),
      /^proof: must be a compact JWS/,
    ],
    [
      "a payload that is not encoded",
      async (pair) => {
        const challenge = (await challengeFrom(call)).replaceAll("/", "-").replaceAll(":", "-");
        const [header, , signature] = signRequest(pair, challenge.replaceAll(".", "-")).split(".");
        return [header, challenge.replaceAll(".", "-"), signature].join(".");
      },
      /^proof: /,
    ],
    [
      "another text",
      async (pair) => signChallenge(pair, "sealslip-signing-key"),
      /^proof: does not sign a challenge of this service/,
    ],
    [
      "another organization's challenge",
      async (pair) => {
        const other = createConsoleClient(service, await createTestMember({ kind: "merchant" }));
        return signChallenge(pair, await challengeFrom(other));
      },
      /^proof: signs a challenge for another organization or environment/,
    ],
    [
      "another environment's challenge",
      async (pair) =>
        signChallenge(
          pair,
          await challengeFrom(createConsoleClient(service, developer, "staging")),
        ),
      /^proof: signs a challenge for another organization or environment/,
    ],
    ...["organization", "environment", "end", "tag"].map(
      (part, place): [string, (pair: SigningPair) => Promise<string>, RegExp] => [
        `a challenge whose ${part} was changed`,
        async (pair) => {
          const parts = (await challengeFrom(call)).split("/");
          const last = parts[place + 1]?.replace(/.$/, (end) => (end === "A" ? "B" : "A"));
          return signChallenge(pair, parts.with(place + 1, last ?? "").join("/"));
        },
        /^proof: does not sign a challenge of this service/,
      ],
    ),
  ];
  for (const [name, prepare, details] of wrong) {
    test(name, async () => {
      const pair = await createSigningPair("EdDSA");
      const proof = (await prepare(pair)) as string;
      const answer = await register(pair.publicKey.export(spki), proof);
      assertError(answer, { status: 400, code: "invalid_request", details });
    });
  }

  test("an expired challenge", async () => {
    const pair = await createSigningPair("ES256");
    mock.timers.enable({ apis: ["Date"], now: Date.now() - (CHALLENGE_MINUTES * 60 + 1) * 1000 });
    const { organizationId } = developer;
    const { challenge } = createSigningChallenge({
      caller: { organizationId, environment: "development", scopes: ["payments:write"] },
    });
    mock.timers.reset();
    const proof = signChallenge(pair, challenge);
    const answer = await register(pair.publicKey.export(spki), proof);
    const details = /^proof: signs a challenge that has expired after 15 minutes/;
    assertError(answer, { status: 400, code: "invalid_request", details });
  });
});

test("200: a challenge names its organization, environment, and end, and serves again", async () => {
  const { body } = await call("POST", "/signing-keys/challenge");
  const { challenge, expiresAt } = body.data;
  const { organizationId } = developer;
  const named = `sealslip-signing-key/${organizationId}/development/${expiresAt}/`;
  assert.ok(challenge.startsWith(named), challenge);
  for (const algorithm of ["ES256", "EdDSA"] as const) {
    const pair = await createSigningPair(algorithm);
    const proof = signChallenge(pair, challenge);
    assert.equal((await register(pair.publicKey.export(spki), proof)).status, 201);
  }
});

test("409: a key that any organization registered, retired ones too, in the same words", async () => {
  const pair = await createSigningPair("EdDSA");
  const { id } = await registerSigningKey(call, pair);
  const stranger = createConsoleClient(service, await createTestMember({ kind: "merchant" }));
  const taken = { status: 409, code: "conflict", details: /^publicKey: / } as const;
  const own = await registerPair(pair);
  const foreign = await registerPair(pair, stranger);
  for (const answer of [own, foreign]) assertError(answer, taken);
  const wordsOf = ({ body }: typeof own) => [body.error.message, body.error.details];
  assert.deepEqual(wordsOf(foreign), wordsOf(own));
  assert.deepEqual((await stranger("GET", "/signing-keys")).body.data.signingKeys, []);

  await call("DELETE", `/signing-keys/${id}`);
  assertError(await registerPair(pair, stranger), taken);
});

test("201: one of several organizations at the same time; another environment accepts the key", async () => {
  const pair = await createSigningPair("ES256");
  const members = await Promise.all(
    Array.from({ length: 4 }, () => createTestMember({ kind: "merchant" })),
  );
  const answers = await Promise.all(
    members.map((member) => registerPair(pair, createConsoleClient(service, member))),
  );
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [201, 409, 409, 409]);
  await registerSigningKey(createConsoleClient(service, developer, "staging"), pair);
});

test("409: no more keys than anybody rotates", async () => {
  const crowded = createConsoleClient(service, await createTestMember({ kind: "merchant" }));
  const add = async () => registerPair(await createSigningPair("EdDSA"), crowded);
  for (let count = 0; count < MAX_SIGNING_KEYS; count++) assert.equal((await add()).status, 201);
  assertError(await add(), { status: 409, code: "conflict", details: /^at most / });

  const [{ id }] = (await crowded("GET", "/signing-keys")).body.data.signingKeys;
  await crowded("DELETE", `/signing-keys/${id}`);
  assert.equal((await add()).status, 201);
});

test("403: an issuer signs no receipts", async () => {
  const organizationId = await createTestOrganization("free", "issuer");
  const issuer = createConsoleClient(service, await createTestMember({ organizationId }));
  const { publicKey } = await createSigningPair("EdDSA");
  const forbidden = { status: 403, code: "forbidden" } as const;
  assertError(await register(publicKey.export(spki), "a.b.c", issuer), forbidden);
  assertError(await issuer("POST", "/signing-keys/challenge"), forbidden);
});
