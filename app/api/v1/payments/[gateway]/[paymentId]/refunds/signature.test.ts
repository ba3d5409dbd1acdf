import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { openedReceipt } from "#lib/receipts/contract.ts";
import { grant, refundBody, setUpApi, setUpCardholder } from "#lib/testing/api-client.ts";
import { assertError } from "#lib/testing/assert-error.ts";
import { assertReplayed } from "#lib/testing/assert-replayed.ts";
import { createConsoleClient, setUpMember } from "#lib/testing/console-client.ts";
import { registerSigningKey } from "#lib/testing/register-signing-key.ts";
import { createSealedPayment } from "#lib/testing/sealed-payment.ts";
import { prepareSealedRefund } from "#lib/testing/sealed-refund.ts";
import { setUp } from "#lib/testing/set-up.ts";
import {
  bindTo,
  createSigningPair,
  type SigningPair,
  signRequest,
} from "#lib/testing/sign-request.ts";
import { setUpTestService } from "#lib/testing/test-service.ts";
import { checkSignature } from "#lib/wallet/check-signature.ts";

const service = setUpTestService();
const developer = setUpMember();
const api = setUpApi(service, { member: developer });
const holder = setUpCardholder(api);
const pair: SigningPair = setUp(() => createSigningPair("ES256"));
setUp(() => registerSigningKey(createConsoleClient(service, developer), pair));

/** With spaces that no serializer would choose: the bytes count, not what they mean. */
const noteText = (fields: Record<string, unknown> = {}) =>
  JSON.stringify(refundBody({ merchantName: "Café ☕", ...fields }), null, 3);

function refund(paymentId: string, body: string, signature?: string) {
  const headers: Record<string, string> =
    signature === undefined ? {} : { "X-Merchant-Signature": signature };
  return api.post(`/payments/gateway_one/${paymentId}/refunds`, { body, headers });
}

async function open(refundId: string) {
  const body = {
    paymentId: refundId,
    tokenId: await grant(api, holder),
    privateKey: holder.privateKey,
  };
  return openedReceipt.parse(await api.call("POST /api/v1/payments/decrypt", { body }));
}

async function listRefunds(paymentId: string) {
  const params = { gateway: "gateway_one", paymentId } as const;
  return (await api.call("GET /api/v1/payments/{gateway}/{paymentId}", { params })).refunds;
}

describe("201: the proof travels inside the sealed credit note", () => {
  for (const [fields, madeUp] of [
    [{ amount: 400, currency: "USD" }, []],
    [{}, ["amount"]],
  ] as const) {
    test(madeUp.length === 0 ? "of an amount" : "of all that is left", async () => {
      const body = noteText(fields);
      const jws = signRequest(pair, body);
      const answer = await refund(await createSealedPayment(api, holder), body, jws);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      const note = await open(answer.body.data.refundId);
      assert.deepEqual(note.merchantSignature, {
        jws,
        signedBytes: Buffer.from(body).toString("base64url"),
        jwk: pair.publicKey.export({ format: "jwk" }),
      });
      const valid = { state: "valid", thumbprint: pair.kid, madeUp };
      assert.deepEqual(await checkSignature(note), valid);
    });
  }

  test("an unsigned one has none", async () => {
    const answer = await refund(await createSealedPayment(api, holder), noteText());
    assert.equal((await open(answer.body.data.refundId)).merchantSignature, undefined);
  });
});

describe("400 invalid_signature, and nothing is refunded", () => {
  const cases: [string, (body: string) => string, RegExp][] = [
    ["no JWS", () => "signed", /detached JWS/],
    ["another amount signed", (body) => signRequest(pair, body.replace("400", "4")), /not match/],
    ["an unknown key", (body) => signRequest(pair, body, { kid: "k".repeat(43) }), /kid names/],
  ];
  for (const [name, sign, details] of cases) {
    test(name, async () => {
      const paymentId = await createSealedPayment(api, holder);
      const body = noteText({ amount: 400 });
      const answer = await refund(paymentId, body, sign(body));
      assertError(answer, { status: 400, code: "invalid_signature", details });
      assert.deepEqual(await listRefunds(paymentId), []);
    });
  }

  test("missing where signatures are required", async () => {
    const paymentId = await createSealedPayment(api, holder);
    const sealed = await createSealedPayment(api, holder);
    const call = createConsoleClient(service, developer);
    const require = (required: boolean) =>
      call("PUT", "/signature-requirement", { body: { required } });
    assert.equal((await require(true)).status, 200);
    const answer = await refund(paymentId, noteText());
    const refused = { status: 400, code: "invalid_signature", details: /is required/ } as const;
    assertError(answer, refused);
    assert.deepEqual(await listRefunds(paymentId), []);

    const signed = noteText();
    assert.equal((await refund(paymentId, signed, signRequest(pair, signed))).status, 201);

    // Sealed at the till, it covers the envelope.
    const text = JSON.stringify((await prepareSealedRefund(api, sealed)).body);
    assertError(await refund(sealed, text), refused);
    assert.equal((await refund(sealed, text, signRequest(pair, text))).status, 201);
    await require(false);
  });
});

test("a signature that says what it is for: this payment's refund, and no other's", async () => {
  const [paymentId, other] = [
    await createSealedPayment(api, holder),
    await createSealedPayment(api, holder),
  ];
  const body = noteText({ amount: 400 });
  const { organizationId: organization } = developer;
  const place = { organization, environment: "development", gateway: "gateway_one" };
  const signature = signRequest(pair, body, bindTo({ ...place, request: "refund", paymentId }));
  const answer = await refund(paymentId, body, signature);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  const environment = "development" as const;
  const note = await open(answer.body.data.refundId);
  assert.equal((await checkSignature(note, { environment })).state, "valid");

  const refused = { status: 400, code: "invalid_signature" } as const;
  assertError(await refund(other, body, signature), {
    ...refused,
    details: /sealslip\.paymentId /,
  });
  const sale = signRequest(pair, body, bindTo({ ...place, request: "create" }));
  assertError(await refund(other, body, sale), { ...refused, details: /sealslip\.request / });
  assert.deepEqual(await listRefunds(other), []);
});

test("200: a retry that is signed anew or not at all gets the first answer", async () => {
  const paymentId = await createSealedPayment(api, holder);
  const body = noteText();
  const first = await refund(paymentId, body, signRequest(pair, body));
  assert.equal(first.status, 201);
  assertReplayed(await refund(paymentId, body, signRequest(pair, body)), first);
  assertReplayed(await refund(paymentId, body), first);
});
