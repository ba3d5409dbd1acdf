import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pool } from "#lib/storage/database.ts";
import {
  createApiClient,
  grant,
  paymentBody,
  setUpApi,
  setUpCardholder,
} from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import { createConsoleClient, createTestMember, setUpMember } from "#lib/testing/console-client.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  bindTo,
  createSigningPair,
  type SigningPair,
  signRequest,
} from "#lib/testing/sign-request.ts";
import { createTestKey, setUpTestService } from "#lib/testing/test-service.ts";

const service = setUpTestService();
const developer = setUpMember();
const api = setUpApi(service, { member: developer });
const holder = setUpCardholder(api);
const keys: Record<"ES256" | "EdDSA", SigningPair> = setUp(async () => ({
  ES256: await createSigningPair("ES256"),
  EdDSA: await createSigningPair("EdDSA"),
}));
setUp(async () => {
  await register(keys.ES256);
  await register(keys.EdDSA);
});

async function register(pair: SigningPair, as = developer, environment = "development") {
  const call = createConsoleClient(service, as, environment);
  const { id }: { id: string } = await registerSigningKey(call, pair);
  return id;
}

const bodyText = (fields: Record<string, unknown> = {}) =>
  // Spaces and an order that no serializer would choose: the bytes count, not what they mean.
  JSON.stringify(paymentBody({ recipientHashedPan: holder.hashedPan, ...fields }), null, 3);

function pay(body: string, signature?: string, as: Pick<typeof api, "post"> = api) {
  const headers: Record<string, string> =
    signature === undefined ? {} : { "X-Merchant-Signature": signature };
  return as.post("/payments/gateway_one/create", { body, headers });
}

async function open(paymentId: string) {
  const body = { paymentId, tokenId: await grant(api, holder), privateKey: holder.privateKey };
  return (await api.call("POST /api/v1/payments/decrypt", { body })) as Record<string, unknown>;
}

const countPayments = async () =>
  (await pool().query<{ count: number }>("SELECT count(*)::int AS count FROM payment")).rows[0]
    ?.count;

describe("201: the proof travels inside the sealed receipt", () => {
  for (const algorithm of ["ES256", "EdDSA"] as const) {
    test(algorithm, async () => {
      const body = bodyText({ merchantName: "Café ☕" });
      const jws = signRequest(keys[algorithm], body);
      const answer = await pay(body, jws);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const { merchantSignature } = await open(answer.body.data.paymentId);
      assert.deepEqual(merchantSignature, {
        jws,
        signedBytes: Buffer.from(body).toString("base64url"),
        jwk: keys[algorithm].publicKey.export({ format: "jwk" }),
      });
    });
  }

  test("an unsigned receipt has none", async () => {
    const answer = await pay(bodyText());
    assert.ok(!("merchantSignature" in (await open(answer.body.data.paymentId))));
  });

  test("a body without a declared length", async () => {
    const body = bodyText();
    const response = await fetch(`${service.url}/api/v1/payments/gateway_one/create`, {
      method: "POST",
      headers: {
        "X-API-Key": api.key,
        "Content-Type": "application/json",
        "X-Merchant-Signature": signRequest(keys.EdDSA, body),
      },
      body: new Blob([body]).stream(),
      duplex: "half",
    } as RequestInit);
    assert.equal(response.status, 201, await response.text());
  });
});

describe("400 invalid_signature, and nothing is stored", () => {
  const cases: [string, (body: string) => string | Promise<string>, RegExp][] = [
    ["no JWS", () => "signed", /detached JWS/],
    ["empty", () => "", /detached JWS/],
    ["too many parts", (body) => `${signRequest(keys.ES256, body)}.`, /detached JWS/],
    [
      "the payload inside",
      (body) => signRequest(keys.ES256, body).replace("..", `.${btoa("{}")}.`),
      /detached JWS/,
    ],
    ["a header that is no JSON", () => `${btoa("{")}..AAAA`, /detached JWS/],
    ["a padded signature", (body) => `${signRequest(keys.ES256, body)}==`, /detached JWS/],
    ["no kid", (body) => signRequest(keys.ES256, body, { kid: undefined }), /kid/],
    ["alg none", (body) => signRequest(keys.ES256, body, { alg: "none" }), /must have alg/],
    ["alg HS256", (body) => signRequest(keys.ES256, body, { alg: "HS256" }), /must have alg/],
    ["no alg", (body) => signRequest(keys.ES256, body, { alg: undefined }), /must have alg/],
    [
      "the alg of another key",
      (body) => signRequest(keys.ES256, body, { alg: "EdDSA" }),
      /alg must be ES256/,
    ],
    ["b64 true", (body) => signRequest(keys.ES256, body, { b64: true }), /b64 false/],
    ["no b64", (body) => signRequest(keys.ES256, body, { b64: undefined }), /b64 false/],
    [
      "b64 that is not critical",
      (body) => signRequest(keys.ES256, body, { crit: undefined }),
      /crit/,
    ],
    ["an empty crit", (body) => signRequest(keys.ES256, body, { crit: [] }), /crit/],
    [
      "another critical member",
      (body) => signRequest(keys.ES256, body, { crit: ["b64", "exp"], exp: 4e9 }),
      /crit/,
    ],
    [
      "an unknown kid",
      (body) => signRequest(keys.ES256, body, { kid: "k".repeat(43) }),
      /kid names/,
    ],
    ["a kid with NUL", (body) => signRequest(keys.ES256, body, { kid: "\0" }), /kid names/],
    [
      "the kid of another key",
      (body) => signRequest(keys.ES256, body, { kid: keys.EdDSA.kid, alg: "EdDSA" }),
      /does not match the body/,
    ],
    [
      "one byte changed",
      (body) => signRequest(keys.EdDSA, body.replace("C", "c")),
      /does not match/,
    ],
    [
      "serialized anew",
      (body) => signRequest(keys.EdDSA, JSON.stringify(JSON.parse(body))),
      /does not match/,
    ],
    ["a byte more", (body) => signRequest(keys.EdDSA, `${body}\n`), /does not match/],
    [
      "signed by nobody",
      (body) => signRequest(keys.EdDSA, body).replace(/[^.]+$/, "A".repeat(86)),
      /does not match/,
    ],
    [
      "two signatures",
      (body) => `${signRequest(keys.ES256, body)}, ${signRequest(keys.EdDSA, body)}`,
      /detached JWS/,
    ],
    [
      "another organization's key",
      async (body) => {
        const pair = await createSigningPair("EdDSA");
        await register(pair, await createTestMember());
        return signRequest(pair, body);
      },
      /kid names/,
    ],
    [
      "another environment's key",
      async (body) => {
        const pair = await createSigningPair("EdDSA");
        await register(pair, developer, "staging");
        return signRequest(pair, body);
      },
      /kid names/,
    ],
  ];
  for (const [name, sign, details] of cases) {
    test(name, async () => {
      const body = bodyText();
      const signature = await sign(body);
      const before = await countPayments();
      const refused = { status: 400, code: "invalid_signature", details } as const;
      assertError(await pay(body, signature), refused);
      assert.equal(await countPayments(), before);
    });
  }

  test("a retired key, at once; what it signed before stays proven", async () => {
    const pair = await createSigningPair("ES256");
    const id = await register(pair);
    const body = bodyText();
    const { paymentId } = (await pay(body, signRequest(pair, body))).body.data;
    const call = createConsoleClient(service, developer);
    assert.equal((await call("DELETE", `/signing-keys/${id}`)).status, 200);

    const next = bodyText();
    const answer = await pay(next, signRequest(pair, next));
    assertError(answer, { status: 400, code: "invalid_signature", details: /no active signing/ });
    assert.ok((await open(paymentId)).merchantSignature);
  });

  test("a body that is no JSON is an invalid request, signed or not", async () => {
    const answer = await pay("{", signRequest(keys.ES256, "{"));
    assertError(answer, { status: 400, code: "invalid_request", details: /^$/ });
  });
});

describe("a signature that says what it is for", () => {
  const bindingOf = (fields: Record<string, unknown> = {}) => ({
    organization: developer.organizationId,
    environment: "development",
    gateway: "gateway_one",
    request: "create",
    ...fields,
  });
  const payBound = (binding: Record<string, unknown>) => {
    const body = bodyText();
    return pay(body, signRequest(keys.ES256, body, bindTo(binding)));
  };

  test("201: is for this request, critical or not", async () => {
    assert.equal((await payBound(bindingOf())).status, 201);
    const body = bodyText();
    const signature = signRequest(keys.EdDSA, body, { sealslip: bindingOf() });
    assert.equal((await pay(body, signature)).status, 201);
  });

  const refund = { request: "refund", paymentId: "pay_1" };
  const cases: [string, () => Record<string, unknown>, RegExp][] = [
    ["another organization", () => bindingOf({ organization: "org_1" }), /sealslip\.organization /],
    [
      "another environment",
      () => bindingOf({ environment: "production" }),
      /sealslip\.environment/,
    ],
    ["another gateway", () => bindingOf({ gateway: "gateway_two" }), /sealslip\.gateway /],
    ["a refund", () => bindingOf(refund), /sealslip\.request /],
    ["a gateway alone", () => ({ gateway: "gateway_one" }), /must have organization/],
    ["more than there is", () => bindingOf({ until: "noon" }), /must have organization/],
  ];
  for (const [name, make, details] of cases) {
    test(`400: is for ${name}`, async () => {
      const before = await countPayments();
      assertError(await payBound(make()), { status: 400, code: "invalid_signature", details });
      assert.equal(await countPayments(), before);
    });
  }

  test("400: a body and its signature, replayed by another organization or as a refund", async () => {
    const body = bodyText({ refundReference: "return-1" });
    const signature = signRequest(keys.ES256, body);
    const { paymentId } = (await pay(body, signature)).body.data;
    const other = createApiClient(service, await createTestKey());
    const unknown = { status: 400, code: "invalid_signature", details: /kid names no/ } as const;
    assertError(await pay(body, signature, other), unknown);
    const headers = { "X-Merchant-Signature": signature };
    const answer = await api.post(`/payments/gateway_one/${paymentId}/refunds`, { body, headers });
    assertError(answer, { status: 400, code: "invalid_request", details: /recipientHashedPan/ });
  });
});

test("400: the name of the proof is not the merchant's to use", async () => {
  const answer = await pay(bodyText({ merchantSignature: { jws: "x" } }));
  assertError(answer, { status: 400, code: "invalid_request", details: /^merchantSignature: / });
});

test("200: a retry that is signed anew, by another key or not at all, gets the first answer", async () => {
  const body = bodyText();
  const first = signRequest(keys.ES256, body);
  const answer = await pay(body, first);
  const compact = JSON.stringify(JSON.parse(body));
  const retries = [
    await pay(body, signRequest(keys.ES256, body)),
    await pay(compact, signRequest(keys.EdDSA, compact)),
    await pay(body),
  ];
  for (const retry of retries) assertReplayed(retry, answer);
  const { jws } = (await open(answer.body.data.paymentId)).merchantSignature as { jws: string };
  assert.equal(jws, first);
});

describe("where signatures are required", () => {
  const strict = setUp(async () => {
    const member = await createTestMember();
    const pair = await createSigningPair("EdDSA");
    const id = await register(pair, member);
    const { organizationId } = member;
    return {
      member,
      pair,
      id,
      call: createConsoleClient(service, member),
      api: createApiClient(service, await createTestKey({ organizationId })),
      staging: createApiClient(
        service,
        await createTestKey({ organizationId, environment: "staging" }),
      ),
    };
  });
  const required = { status: 400, code: "invalid_signature", details: /is required/ } as const;

  test("an unsigned payment is refused as soon as the switch answers, and until it is off", async () => {
    assert.equal((await pay(bodyText(), undefined, strict.api)).status, 201);
    const body = { required: true };
    assert.equal((await strict.call("PUT", "/signature-requirement", { body })).status, 200);

    assertError(await pay(bodyText(), undefined, strict.api), required);
    const signed = bodyText();
    assert.equal((await pay(signed, signRequest(strict.pair, signed), strict.api)).status, 201);
    assert.equal((await pay(bodyText(), undefined, strict.staging)).status, 201);

    await strict.call("PUT", "/signature-requirement", { body: { required: false } });
    assert.equal((await pay(bodyText(), undefined, strict.api)).status, 201);
  });

  test("also for a member, and after the last key is retired", async () => {
    const body = { required: true };
    await strict.call("PUT", "/signature-requirement", { body });
    const response = await fetch(`${service.url}/api/v1/payments/gateway_one/create`, {
      method: "POST",
      headers: {
        Cookie: strict.member.cookie,
        "X-Environment": "development",
        Origin: service.url,
        "Content-Type": "application/json",
      },
      body: bodyText(),
    });
    const { status, headers } = response;
    assertError({ status, headers, body: await response.json() }, required);

    await strict.call("DELETE", `/signing-keys/${strict.id}`);
    assertError(await pay(bodyText(), undefined, strict.api), required);
  });
});
