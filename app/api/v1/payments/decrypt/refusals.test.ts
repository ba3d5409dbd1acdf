import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  type Answer,
  createApiClient,
  grant,
  randomHashedPan,
  registerCardholder,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError, assertSameError } from "#lib/testing/assert-error.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { setUp } from "#lib/testing/set-up.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const path = "/payments/decrypt";
const unknownPayment = `pay_${"0".repeat(32)}`;

const service = setUpTestService();
const api = setUpApi(service);
const holder = setUpCardholder(api);
const other = setUpCardholder(api);
let paymentId: string;
setUp(async () => {
  paymentId = await createSealedPayment(api, holder);
});

/** A call that would succeed, but for `fields`. */
async function decrypt(fields: Record<string, unknown>, key?: string): Promise<Answer> {
  const { privateKey } = holder;
  const tokenId = "tokenId" in fields ? fields.tokenId : await grant(api, holder);
  const body = { paymentId, privateKey, ...fields, tokenId };
  return await api.post(path, { body, ...(key === undefined ? {} : { key }) });
}

async function age(tokenId: string, sql: string): Promise<void> {
  const { rowCount } = await pool().query(
    `UPDATE access_token SET ${sql} WHERE hash = sha256($1::bytea)`,
    [Buffer.from(tokenId)],
  );
  assert.equal(rowCount, 1);
}

describe("400", () => {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const malformed = {
    empty: "",
    "a sentence": "my private key",
    "a number": 7,
    null: null,
    missing: undefined,
    "a public key": publicKey.export({ format: "pem", type: "spki" }),
    "PEM without its end": String(privateKey.export({ format: "pem", type: "pkcs8" })).slice(
      0,
      900,
    ),
    "PEM with nothing in it": "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n",
    "random base64": Buffer.alloc(1200, 7).toString("base64"),
    "9 KiB": "A".repeat(9 * 1024),
  };
  for (const [name, text] of Object.entries(malformed)) {
    test(`private key: ${name}`, async () => {
      const answer = await decrypt({ privateKey: text });
      assertError(answer, { status: 400, code: "invalid_request", details: /^privateKey: / });
    });
  }

  test("a malformed private key is echoed neither in the answer nor in the log", async () => {
    const pem = holder.privateKey.replace("-----END PRIVATE KEY-----", "");
    const answer = await decrypt({ privateKey: pem });
    assertError(answer, { status: 400, code: "invalid_request" });
    const secret = holder.privateKey.split("\n")[5] ?? "never";
    assert.equal(JSON.stringify(answer.body).includes(secret), false);
    assert.equal(service.logLines.join("").includes(secret), false);
  });

  const refusals = [
    { name: "no paymentId", fields: { paymentId: undefined }, details: /^paymentId: / },
    { name: "empty paymentId", fields: { paymentId: "" }, details: /^paymentId: / },
    { name: "long paymentId", fields: { paymentId: "p".repeat(129) }, details: /^paymentId: / },
    { name: "paymentId as an object", fields: { paymentId: {} }, details: /^paymentId: / },
    { name: "no tokenId", fields: { tokenId: undefined }, details: /^tokenId: / },
    { name: "empty tokenId", fields: { tokenId: "" }, details: /^tokenId: / },
    { name: "tokenId with NUL", fields: { tokenId: "tok_\0" }, details: /^tokenId: / },
  ];
  for (const { name, fields, details } of refusals) {
    test(name, async () => {
      assertError(await decrypt(fields), { status: 400, code: "invalid_request", details });
    });
  }
});

describe("403", () => {
  const forbidden = { status: 403, code: "forbidden" } as const;

  test("a well-formed key that does not open the receipt", async () => {
    assertError(await decrypt({ privateKey: other.privateKey }), forbidden);
  });

  test("every token that does not fit, all answered alike", async () => {
    const expired = await grant(api, holder);
    await age(expired, "expires_at = now() - interval '1 second' - interval '1 millisecond'");
    const used = await grant(api, holder);
    assert.equal((await decrypt({ tokenId: used })).status, 200);
    const another = await createSealedPayment(api, holder);
    const answers = {
      malformed: await decrypt({ tokenId: "not a token" }),
      unknown: await decrypt({ tokenId: `tok_${"0".repeat(43)}` }),
      expired: await decrypt({ tokenId: expired }),
      used: await decrypt({ tokenId: used }),
      "another user's": await decrypt({ tokenId: await grant(api, other) }),
      "for another payment": await decrypt({
        tokenId: await grant(api, holder, { paymentId: another }),
      }),
    };
    for (const [name, answer] of Object.entries(answers)) {
      assertError(answer, forbidden);
      assertSameError(answer, answers.unknown);
      assert.equal(JSON.stringify(answer.body).includes("tok_"), false, name);
    }
  });

  test("without the scope receipts:decrypt", async () => {
    const scopes = ["keys:grant", "receipts:read", "payments:read"] as const;
    assertError(
      await decrypt({}, await createTestKey({ organizationId: api.organizationId, scopes })),
      forbidden,
    );
  });
});

describe("404", () => {
  const notFound = { status: 404, code: "not_found" } as const;

  test("an unknown payment, another organization's and another environment's, all alike", async () => {
    const unknown = await decrypt({ paymentId: unknownPayment });
    assertError(unknown, notFound);
    for (const key of [
      await createTestKey(),
      await createTestKey({ organizationId: api.organizationId, environment: "staging" }),
    ]) {
      const answer = await decrypt({}, key);
      assertError(answer, notFound);
      assertSameError(answer, unknown);
    }
  });

  test("a payment of another organization's user, though it was created here", async () => {
    const issuer = createApiClient(service, await createTestKey());
    const cardholder = await registerCardholder(issuer);
    const paymentId = await createSealedPayment(api, cardholder);
    assertError(await decrypt({ paymentId }), notFound);

    const { privateKey } = cardholder;
    const tokenId = await grant(issuer, cardholder);
    const opened = await issuer.post(path, { body: { paymentId, tokenId, privateKey } });
    assert.equal(opened.status, 200, JSON.stringify(opened.body));
  });
});

describe("409", () => {
  test("a receipt in escrow, whoever asks", async () => {
    const waiting = await createSealedPayment(api, { hashedPan: randomHashedPan() });
    const answer = await decrypt({ paymentId: waiting });
    assertError(answer, { status: 409, code: "conflict" });
    assert.match(answer.body.error.message, /escrow/);
  });
});

describe("order of refusal", () => {
  const garbage = { privateKey: "garbage" };
  const cases = [
    { name: "key before body", fields: garbage, key: "", status: 401 },
    { name: "body before payment", fields: { ...garbage, paymentId: unknownPayment }, status: 400 },
    { name: "body before token", fields: { ...garbage, tokenId: "tok_unknown" }, status: 400 },
    {
      name: "payment before token",
      fields: { paymentId: unknownPayment, tokenId: "tok_unknown" },
      status: 404,
    },
  ];
  for (const { name, fields, key, status } of cases) {
    test(name, async () => assert.equal((await decrypt(fields, key)).status, status));
  }

  test("scope before body", async () => {
    const key = await createTestKey({
      organizationId: api.organizationId,
      scopes: ["receipts:read"],
    });
    assertError(await decrypt(garbage, key), { status: 403, code: "forbidden" });
  });

  test("token before private key: a guessed token learns nothing of a stolen key", async () => {
    const tokenId = `tok_${"0".repeat(43)}`;
    const right = await decrypt({ tokenId });
    const wrong = await decrypt({ tokenId, privateKey: other.privateKey });
    assertError(right, { status: 403, code: "forbidden" });
    assertSameError(right, wrong);
  });
});
